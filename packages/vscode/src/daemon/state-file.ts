import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@dapplex/protocol/plain'

/** What the extension needs to know of a running daemon. */
export interface RunningDaemon {
  readonly pid: number
  readonly socket: string
  readonly version: string
}

/** The daemon that `daemon.json` names, if a process has its pid. Whether it is the daemon shows when it is connected to. */
export function readRunningDaemon(folder: string): RunningDaemon | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(join(folder, 'daemon.json'), 'utf8'))
    if (!isJsonObject(state)) return undefined
    const { pid, socket, version } = state
    if (typeof pid !== 'number' || typeof socket !== 'string' || typeof version !== 'string') return undefined
    process.kill(pid, 0)
    return { pid, socket, version }
  } catch {
    return undefined
  }
}
