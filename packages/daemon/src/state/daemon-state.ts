import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writePrivateFile } from './private-file.js'
import { isSameProcess } from './process-identity.js'
import { statePaths } from './state-folder.js'

const daemonState = z.object({
  pid: z.int(),
  /** Start of that process: a later process may have its pid. */
  started: z.string(),
  /** The loopback TCP port. */
  port: z.int(),
  socket: z.string(),
  version: z.string(),
})
/** Where a running daemon is; `daemon.json`. */
export type DaemonState = z.infer<typeof daemonState>

/** The daemon that runs with this state folder; undefined when there is none, also when its state file was left behind. */
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
