import { Buffer } from 'node:buffer'
import type { Incoming } from '@dapplex/transport'
import { afterEach, describe, expect, test } from 'vitest'
import { collect } from './collect.js'
import { rigs, type Pair, type Rig } from './rigs.js'

const smallLimits = { headerBytes: 1024, bodyBytes: 100_000 }
/** More than the operating system takes on its own, on any of the transports. */
const PILE = Array.from({ length: 64 }, (_, i) => ({ i, text: 'x'.repeat(256 * 1024) }))

describe.each(rigs)('message port: $name', (rig: Rig) => {
  const open: Pair[] = []
  const pair = async (limits?: Parameters<Rig['open']>[0]) => {
    const opened = await rig.open(limits)
    open.push(opened)
    return opened
  }
  afterEach(() => {
    for (const one of open.splice(0)) one.dispose()
  })

  test('mux 22: keeps the order, both ways at once', async () => {
    const { left, right } = await pair()
    const [atLeft, atRight] = [collect(left), collect(right)]
    const numbers = Array.from({ length: 1000 }, (_, i) => i)
    for (const i of numbers) {
      left.send({ to: 'right', i })
      right.send({ to: 'left', i })
    }
    expect(await atRight.until(1000)).toEqual(numbers.map((i) => ({ to: 'right', i })))
    expect(await atLeft.until(1000)).toEqual(numbers.map((i) => ({ to: 'left', i })))
  })

  test('mux 23: any text survives, and the bytes are those of the body', async () => {
    const { left, right } = await pair()
    const message = { text: 'aé€😀\u0000\ud800 \r\n\r\nContent-Length: 3', deep: [null, true, 1e300, { '': '' }] }
    const came = new Promise<Incoming>((resolve) => void right.onMessage(resolve))
    left.send(message)
    const { value, bytes } = await came
    expect(value).toEqual(message)
    expect(Buffer.from(bytes).toString()).toBe(JSON.stringify(message))
  })

  test('mux 23: large messages', async () => {
    const { left, right } = await pair()
    const [atLeft, atRight] = [collect(left), collect(right)]
    const large = { text: 'é€😀'.repeat(500_000) }
    left.send(large)
    right.send(large)
    left.send('after')
    expect((await atRight.until(2))[1]).toBe('after')
    expect(atRight.values[0]).toEqual(large)
    expect((await atLeft.until(1))[0]).toEqual(large)
  })

  test('a printed message in pieces, cut within a character', async () => {
    const { left, right } = await pair()
    const euro = Buffer.from('€')
    const atRight = collect(right)
    expect(left.sendPrinted('{"seq":7,"text":"', euro.subarray(0, 2), euro.subarray(2), '"}')).toBe(true)
    expect(await atRight.until(1)).toEqual([{ seq: 7, text: '€' }])
  })

  test('mux 20: a malformed message is told in its place and harms no other', async () => {
    const { left, right } = await pair()
    const atRight = collect(right)
    left.send(1)
    left.sendPrinted('{"seq":')
    left.send(2)
    await atRight.until(2)
    expect(atRight.log).toEqual([1, 'malformed', 2])
    expect(atRight.malformed[0]).toContain('the body (7 bytes) is not JSON')
  })

  test('mux 23: an oversize message ends the stream, and the reason says so', async () => {
    const { left, right } = await pair(smallLimits)
    const [atLeft, atRight] = [collect(left), collect(right)]
    const large = 'x'.repeat(200_000)
    left.send('before')
    left.send(large)
    left.send('after')
    // In memory there are no frames, and so no limits on them.
    if (!rig.hasLimits) {
      expect(await atRight.until(3)).toEqual(['before', large, 'after'])
      return
    }
    const reason = await atRight.closed
    expect(reason).toMatchObject({ kind: 'failed', error: { code: 'BODY_TOO_LARGE' } })
    expect(atRight.values).toEqual(['before'])
    expect((await atLeft.closed).kind).not.toBe('closed')
  })

  test('close: what was sent still arrives; each side learns why, once', async () => {
    const { left, right } = await pair()
    const [atLeft, atRight] = [collect(left), collect(right)]
    for (let i = 0; i < 100; i++) left.send(i)
    left.close()
    left.close()
    expect(left.send('late')).toBe(false)
    expect(left.bufferedBytes).toBe(0)
    expect(await atLeft.closed).toEqual({ kind: 'closed' })
    expect(await atRight.closed).toEqual({ kind: 'ended' })
    expect(atRight.log).toEqual([...Array.from({ length: 100 }, (_, i) => i), 'closed'])
    expect(right.send('late')).toBe(false)
    expect(atLeft.log).toEqual(['closed'])
  })

  test('close: a large message that was sent still arrives', async () => {
    const { left, right } = await pair()
    const atRight = collect(right)
    left.send('x'.repeat(8 * 1024 * 1024))
    left.close()
    expect(await atRight.closed).toEqual({ kind: 'ended' })
    expect(atRight.values).toHaveLength(1)
  })

  test('late callbacks: nothing is told after close but the closing, also to a listener added later', async () => {
    const { left, right } = await pair()
    const heard: unknown[] = []
    right.onMessage(({ value }) => {
      heard.push(value)
      right.close()
    })
    right.onMessage(() => heard.push('the second listener'))
    right.onMalformed(() => heard.push('malformed'))
    right.onDrain(() => heard.push('drain'))
    for (const one of [1, 2, 3]) left.send(one)
    left.sendPrinted('{')
    const atLeft = collect(left)
    await atLeft.closed
    expect(heard).toEqual([1])
    const reason = await new Promise((resolve) => void right.onClose(resolve))
    expect(reason).toEqual({ kind: 'closed' })
    right.onMessage(() => heard.push('late listener'))
    await new Promise((resolve) => void right.onClose(resolve))
    expect(heard).toEqual([1])
  })

  test('what comes before anyone listens is held, and no listener is called from within onMessage', async () => {
    const { left, right } = await pair()
    left.send('early')
    left.sendPrinted('{')
    left.send('also early')
    left.close()
    await new Promise((resolve) => void left.onClose(resolve))
    const atRight = collect(right)
    expect(atRight.log).toEqual([])
    await atRight.closed
    expect(atRight.log).toEqual(['early', 'malformed', 'also early', 'closed'])
  })

  test('a listener taken off holds the rest for the next one', async () => {
    const { left, right } = await pair()
    const first: unknown[] = []
    await new Promise<void>((resolve) => {
      const off = right.onMessage(({ value }) => {
        first.push(value)
        off()
        resolve()
      })
      for (const one of [1, 2, 3]) left.send(one)
    })
    const rest = await collect(right).until(2)
    expect(first).toEqual([1])
    expect(rest).toEqual([2, 3])
  })

  test('mux 16: back-pressure shows in bufferedBytes, and drain tells when it is over', async () => {
    const { left, right } = await pair()
    for (const message of PILE) expect(left.send(message)).toBe(true)
    expect(left.bufferedBytes).toBeGreaterThan(256 * 1024)
    const seen: number[] = []
    const drained = new Promise<void>((resolve) => {
      left.onDrain(() => {
        seen.push(left.bufferedBytes)
        if (left.bufferedBytes === 0) resolve()
      })
    })
    const atRight = collect(right)
    await drained
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    expect(await atRight.until(PILE.length)).toEqual(PILE)
    expect(left.bufferedBytes).toBe(0)
  })

  test('closing tells so at once, also while the other side reads nothing', async () => {
    const { left } = await pair()
    for (const message of PILE) left.send(message)
    const atLeft = collect(left)
    left.close()
    expect(await atLeft.closed).toEqual({ kind: 'closed' })
    expect(left.bufferedBytes).toBe(0)
  })

  test('what JSON cannot express is refused where it is sent', async () => {
    const { left } = await pair()
    expect(() => left.send(undefined)).toThrow(TypeError)
  })

  test('what was sent can be changed afterwards without the other side seeing it', async () => {
    const { left, right } = await pair()
    const message = { list: [1] }
    left.send(message)
    message.list.push(2)
    expect(await collect(right).until(1)).toEqual([{ list: [1] }])
  })
})
