import { describe, expect, test, vi } from 'vitest'
import { openWaits } from '../machine/open-waits.js'
import type { AnyMessage } from './entry.js'
import { event, inOrder } from './order.js'
import { Timeline } from './timeline.js'

const stopped: AnyMessage = { seq: 1, type: 'event', event: 'stopped' }

describe('timeline', () => {
  test('waiting finds what came before, and what comes after', async () => {
    const timeline = new Timeline()
    const find = () => timeline.entries.find(({ message }) => message === stopped)
    timeline.add('in', stopped)
    expect((await timeline.waitFor('a stop', find)).index).toBe(0)
    const second = timeline.waitFor('a second stop', () => timeline.entries[1])
    timeline.add('in', stopped)
    expect((await second).index).toBe(1)
  })

  test('a time-out names what was awaited, since when, and the last messages', async () => {
    const timeline = new Timeline({ name: 'editor', timeoutMs: 10 })
    for (let i = 0; i < 20; i++) timeline.add('in', stopped)
    const error: unknown = await timeline
      .waitForOrder(inOrder(event('exited')), { after: 3 })
      .catch((one: unknown) => one)
    expect(String(error)).toMatch(
      /^Error: editor: waited for \(event exited\) after mark 3: not within 10 ms\. The last of 20 messages:\n/,
    )
    expect(String(error)).toMatch(/ {2}… 5 earlier\n {2}5 \d+ ms <- event \{"event":"stopped"\}\n/)
  })

  test('without a time limit it waits for as long as it takes, and tells what is open', async () => {
    vi.useFakeTimers()
    const timeline = new Timeline({ name: 'editor' })
    const waiting = timeline.waitFor('a stop', () => timeline.entries[0])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(openWaits()).toEqual([expect.stringMatching(/^editor: waited for a stop: it has not come\. The last of 0/)])
    timeline.add('in', stopped)
    expect((await waiting).index).toBe(0)
    expect(openWaits()).toEqual([])
  })

  test('when the connection ends, what is awaited fails at once, and later waiting too', async () => {
    const timeline = new Timeline()
    const waiting = timeline.waitFor('anything', () => undefined)
    timeline.end('the connection is closed')
    await expect(waiting).rejects.toThrow('waited for anything: the connection is closed')
    await expect(timeline.waitFor('more', () => undefined)).rejects.toThrow('waited for more: the connection is closed')
    await expect(timeline.waitFor('what is there', () => 1)).resolves.toBe(1)
  })

  test('received takes what came in, after a mark', () => {
    const timeline = new Timeline()
    timeline.add('in', stopped)
    const mark = timeline.mark()
    timeline.add('out', stopped)
    timeline.add('in', stopped)
    expect(timeline.received(() => true)).toHaveLength(2)
    expect(timeline.received(() => true, mark)).toHaveLength(1)
  })
})
