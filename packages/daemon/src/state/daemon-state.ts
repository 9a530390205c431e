import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writePrivateFile } from './private-file.js'
import { isSameProcess } from './process-identity.js'
import { statePaths } from './state-folder.js'

const daemonState = z.object({
  pid: z.int(),
  /** Start time of that process: a later process may have the same pid. */
  started: z.string(),
  /** The loopback TCP port. */
  port: z.int(),
  socket: z.string(),
  version: z.string(),
})
/** Where a running daemon is; `daemon.json`. */
export type DaemonState = z.infer<typeof daemonState>

/** The running daemon of this state folder; undefined if there is none, even if an old state file exists. */
export async function readDaemonState(home: string): Promise<DaemonState | undefined> {
  const state = await readStateFile(statePaths(home).state)
  return state !== undefined && isSameProcess(state.pid, state.started) ? state : undefined
}

export function writeDaemonState(path: string, state: DaemonState): void {
  writePrivateFile(path, `${JSON.stringify(state, null, 2)}\n`)
}

export function removeDaemonState(path: string): void {
  rmSync(path, { force: true })
}

async function readStateFile(path: string): Promise<DaemonState | undefined> {
  try {
    const parsed = daemonState.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
