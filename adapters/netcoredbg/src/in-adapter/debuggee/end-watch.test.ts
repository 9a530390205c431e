import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { must } from '@dapplex/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EndWatch, isRunning } from './end-watch.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

function watched() {
  const program = { runs: true }
  const onMissed = vi.fn()
  return { program, onMissed, watch: new EndWatch({ isRunning: () => program.runs, onMissed }) }
}

test('a program that has gone without a word of its end is noticed once, after netcoredbg has had time to say it', () => {
  const { program, watch, onMissed } = watched()
  watch.began(7, 'attach')
  vi.advanceTimersByTime(60_000)
  program.runs = false
  vi.advanceTimersByTime(2000)
  expect(onMissed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(onMissed).toHaveBeenCalledTimes(1)
})

test('an end that netcoredbg tells is none that it has missed', () => {
  const { program, watch, onMissed } = watched()
  watch.began(7, 'attach')
  program.runs = false
  vi.advanceTimersByTime(2000)
  watch.ended()
  vi.advanceTimersByTime(10_000)
  expect(onMissed).not.toHaveBeenCalled()
})

test('a process that is not seen running is not watched', () => {
  const { program, watch, onMissed } = watched()
  program.runs = false
  watch.began(7, 'attach')
  vi.advanceTimersByTime(10_000)
  expect(onMissed).not.toHaveBeenCalled()
})

test.runIf(process.platform === 'linux')(
  'a process that was launched and is not seen running has ended before it was told of',
  () => {
    const { program, watch, onMissed } = watched()
    program.runs = false
    watch.began(7, 'launch')
    vi.advanceTimersByTime(10_000)
    expect(onMissed).toHaveBeenCalledTimes(1)
  },
)

test.runIf(process.platform === 'linux')('a process runs until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  await once(child, 'spawn')
  expect(isRunning(must(child.pid))).toBe(true)
  child.stdin.end()
  await once(child, 'exit')
  expect(isRunning(must(child.pid))).toBe(false)
})
