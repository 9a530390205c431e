import { rmSync } from 'node:fs'
import { z } from 'zod'
import { readGuarded, writePrivateFile } from './private-file.js'
import { isOwnProcess, isSameProcess } from './process-identity.js'
import { statePaths } from './state-folder.js'

const daemonState = z.object({
  pid: z.int().min(1),
  /** Start time of that process: a later process may have the same pid. */
  started: z.string(),
  /** The loopback TCP port. */
  port: z.int(),
  socket: z.string(),
  version: z.string(),
})
/** Where a running daemon is; `daemon.json`. */
export type DaemonState = z.infer<typeof daemonState>

/**
 * The running daemon of this state folder; undefined if there is none, even if an old state file exists, or one that names a process
 * of another user: it would be asked, or ended, in the daemon's place.
 */
export function readDaemonState(home: string): Promise<DaemonState | undefined> {
  const state = readStateFile(statePaths(home).state)
  const isRunning = state !== undefined && isSameProcess(state.pid, state.started) && isOwnProcess(state.pid)
  return Promise.resolve(isRunning ? state : undefined)
}

export function writeDaemonState(path: string, state: DaemonState): void {
  writePrivateFile(path, `${JSON.stringify(state, null, 2)}\n`)
}

export function removeDaemonState(path: string): void {
  rmSync(path, { force: true })
}

function readStateFile(path: string): DaemonState | undefined {
  try {
    const file = readGuarded(path)
    if (file === undefined || file.exposure === 'foreign' || file.exposure === 'writable') return undefined
    const parsed = daemonState.safeParse(JSON.parse(file.text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
