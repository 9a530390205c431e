import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

const DRAIN = "for (const fd of [3, 4]) new (require('node:net').Socket)({ fd }).on('error', () => {}).resume()"

/**
 * Reads the output of a program that outlives this adapter, in a process of its own, and throws it away. A Node program that writes
 * where nobody reads any more ends (EPIPE).
 * @returns whether there is such a process
 */
export function drainBehind(outputs: readonly [stdout: Readable, stderr: Readable]): boolean {
  if (process.platform === 'win32') return false
  const drain = spawn(process.execPath, ['-e', DRAIN], {
    stdio: ['ignore', 'ignore', 'ignore', ...outputs],
    detached: true,
    env: {},
  })
  drain.once('spawn', () => {
    for (const output of outputs) output.destroy()
  })
  // Without it the program goes on until it writes.
  drain.on('error', () => undefined)
  drain.unref()
  return true
}
