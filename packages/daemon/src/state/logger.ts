import { renameSync, statSync } from 'node:fs'
import { escapeJson } from '@dapplex/protocol'
import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** When the daemon starts, a larger log is renamed to `.1`. */
const ROTATE_BYTES = 8 * 1024 * 1024
/** So many bytes of lines wait for a disk that is full; further ones are lost. */
const MOST_WAITING_BYTES = 1024 * 1024

/**
 * The daemon's log: JSON lines in a file that only this user may read. `redact` takes secrets out of each (workflow 37). A
 * terminal that shows the file obeys nothing in it. Lines wait while the disk is full.
 * @throws Error naming the levels there are
 */
export function openLog(path: string, level: string, redact: (value: unknown) => unknown): Logger {
  if (!LOG_LEVELS.includes(level)) throw new Error(`log level "${level}" is not one of ${LOG_LEVELS.join(', ')}`)
  putAside(path)
  return pino(
    { level, hooks: { streamWrite: (line) => `${escapeJson(JSON.stringify(redact(JSON.parse(line))))}\n` } },
    fileThatMayFill(path),
  )
}

/** Where nobody listens to its errors, pino throws them at whoever logs: a full disk would end the daemon. */
function fileThatMayFill(path: string): DestinationStream {
  const file = pino.destination({ dest: path, mode: 0o600, sync: true, maxLength: MOST_WAITING_BYTES })
  return file.on('error', () => undefined)
}

function putAside(path: string): void {
  try {
    if (statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`)
  } catch {
    // No log yet.
  }
}
