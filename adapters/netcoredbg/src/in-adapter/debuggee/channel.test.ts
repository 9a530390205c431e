import { memoryPair } from '@dapplex/transport'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Channel } from './channel.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

test('a netcoredbg that does not answer is woken once', async () => {
  const [here] = memoryPair()
  const wake = vi.fn()
  const channel = new Channel(here, { onEvent: () => undefined, wake })
  void channel.ask('stackTrace', { threadId: 1 })
  await vi.advanceTimersByTimeAsync(500)
  expect(wake).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(wake).toHaveBeenCalledTimes(1)
})

test('who is waiting is told when netcoredbg ends', async () => {
  const [here, there] = memoryPair()
  const channel = new Channel(here, { onEvent: () => undefined, wake: () => undefined })
  const answer = channel.body('threads')
  there.close()
  await expect(answer).rejects.toThrow('netcoredbg ended before it answered threads')
})
