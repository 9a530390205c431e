import { memoryPair } from '@dapplex/transport'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Channel } from './channel.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

test('a request that is slept over is followed by a harmless one', async () => {
  const [here, there] = memoryPair()
  const received: { seq: number; command: string }[] = []
  there.onMessage(({ value }) => received.push(value as { seq: number; command: string }))
  const channel = new Channel(here, () => undefined)
  const answer = channel.ask('stackTrace', { threadId: 1 })
  await vi.advanceTimersByTimeAsync(700)
  await vi.waitFor(() => expect(received.map(({ command }) => command)).toEqual(['stackTrace', 'threads']))
  there.send({ seq: 1, type: 'response', request_seq: 2, command: 'threads', success: true })
  there.send({
    seq: 2,
    type: 'response',
    request_seq: 1,
    command: 'stackTrace',
    success: true,
    body: { stackFrames: [] },
  })
  await expect(answer).resolves.toMatchObject({ request_seq: 1, success: true })
})

test('who is waiting is told when netcoredbg ends', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, () => undefined)
  const answer = channel.body('threads')
  there.close()
  await expect(answer).rejects.toThrow('netcoredbg ended before it answered threads')
})
