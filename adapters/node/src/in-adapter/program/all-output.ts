import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'

/** For how long an ended program must print nothing, in ms, while another process still holds its pipes open. */
export const QUIET_MS = 500
/** So many times a process that goes on printing is waited for. */
export const MOST_WAITS = 10

/** What is read of a child process here. */
export interface PrintingProcess extends EventEmitter {
  readonly stdout: Readable
  readonly stderr: Readable
}

/** Waits for the output of a program that has ended: for the end of its pipes, or until no more comes. */
export function allOutput(child: PrintingProcess): Promise<void> {
  const streams = [child.stdout, child.stderr]
  let waits = 0
  let hasPrinted = false
  for (const stream of streams) stream.on('data', () => (hasPrinted = true))
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // The client has no room for more output yet.
      if (streams.some((stream) => stream.isPaused())) return
      waits += 1
      if (hasPrinted && waits < MOST_WAITS) hasPrinted = false
      else finish()
    }, QUIET_MS)
    const finish = () => {
      clearInterval(timer)
      resolve()
    }
    child.once('close', finish)
  })
}
