import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { lookAt, steadyNow } from './clock.js'

const DAY_MS = 86_400_000

afterEach(() => vi.useRealTimers())

test('the steady clock goes on where somebody sets the clock of the machine back by a day', () => {
  const before = steadyNow()
  vi.useFakeTimers({ now: Date.now() - DAY_MS, toFake: ['Date'] })
  expect(steadyNow() - before).toBeGreaterThanOrEqual(0)
  expect(steadyNow() - Date.now()).toBeGreaterThan(DAY_MS / 2)
})

test('what is left of a time limit is a timeout that Node takes for a process', async () => {
  const end = steadyNow() + 60_000
  for (let at = 0; at < 20; at += 1) {
    const run = promisify(execFile)(process.execPath, ['--version'], { timeout: end - steadyNow() })
    expect((await run).stdout).toBe(`${process.version}\n`)
  }
})

test('a time that is further away than Node counts is looked at early, not at once', () => {
  vi.useFakeTimers()
  const look = vi.fn()
  lookAt(Date.now() + 40 * DAY_MS, look)
  vi.advanceTimersByTime(24 * DAY_MS)
  expect(look).not.toHaveBeenCalled()
  vi.advanceTimersByTime(DAY_MS)
  expect(look).toHaveBeenCalledTimes(1)
})
