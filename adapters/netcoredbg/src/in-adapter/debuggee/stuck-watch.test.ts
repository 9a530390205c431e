import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { processorTime, StuckWatch } from './stuck-watch.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

interface Program {
  /** Undefined while it runs. */
  readonly place: string | undefined
  /** In ms, at each look. */
  readonly uses: number
}

function watched({ place, uses }: Program) {
  const onStuck = vi.fn()
  let used = 0
  const look = () => {
    used += uses
    return Promise.resolve(place)
  }
  return { onStuck, watch: new StuckWatch({ look, used: () => used, onStuck }) }
}

test('a program that stands after a pause, though it was resumed, is noticed once', async () => {
  const { watch, onStuck } = watched({ place: 'Main:4', uses: 10 })
  watch.stopped('pause')
  watch.resumed(1)
  await vi.advanceTimersByTimeAsync(2500)
  expect(onStuck).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onStuck).toHaveBeenCalledTimes(1)
})

test('the stop that was left over does not hide it', async () => {
  const { watch, onStuck } = watched({ place: 'Main:4', uses: 0 })
  watch.stopped('pause')
  watch.resumed(1)
  watch.stopped('breakpoint')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onStuck).not.toHaveBeenCalled()
  watch.resumed(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onStuck).toHaveBeenCalledTimes(1)
})

test.each([
  { what: 'a program that runs', place: undefined, uses: 0 },
  { what: 'a program that evaluates a condition in each round of a loop', place: 'Main:4', uses: 100 },
])('$what is not stuck', async ({ place, uses }) => {
  const { watch, onStuck } = watched({ place, uses })
  watch.stopped('pause')
  watch.resumed(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onStuck).not.toHaveBeenCalled()
})

test('a program that was not paused is not looked at', async () => {
  const { watch, onStuck } = watched({ place: 'Main:4', uses: 0 })
  watch.stopped('breakpoint')
  watch.resumed(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onStuck).not.toHaveBeenCalled()
})

test.runIf(process.platform === 'linux')('the processor time of a process', () => {
  expect(processorTime(process.pid)).toBeGreaterThan(0)
  expect(processorTime(2 ** 30)).toBeUndefined()
})
