import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allOutput, MOST_WAITS, QUIET_MS } from './all-output.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function waiting() {
  const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr: new PassThrough() })
  child.stdout.resume()
  child.stderr.resume()
  const told = vi.fn()
  void allOutput(child).then(told)
  const pass = (times: number) => vi.advanceTimersByTimeAsync(times * QUIET_MS)
  return { child, told, pass }
}

test('mux 22: the end of the pipes is the end of the output', async () => {
  const { child, told, pass } = waiting()
  child.emit('close')
  await pass(0)
  expect(told).toHaveBeenCalledOnce()
})

test('while another process holds the pipes, the output ends when no more comes', async () => {
  const { child, told, pass } = waiting()
  child.stdout.emit('data', 'more')
  await pass(1)
  expect(told).not.toHaveBeenCalled()
  await pass(1)
  expect(told).toHaveBeenCalledOnce()
})

test('mux 22: output that the client has no room for is waited for, however long that takes', async () => {
  const { child, told, pass } = waiting()
  child.stdout.pause()
  await pass(10 * MOST_WAITS)
  expect(told).not.toHaveBeenCalled()
  child.stdout.resume()
  await pass(1)
  expect(told).toHaveBeenCalledOnce()
})

test('another process that never stops printing is not waited for without end', async () => {
  const { child, told, pass } = waiting()
  for (let wait = 0; wait < MOST_WAITS; wait++) {
    child.stderr.emit('data', 'more')
    await pass(1)
  }
  expect(told).toHaveBeenCalledOnce()
})
