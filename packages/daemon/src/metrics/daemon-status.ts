import type { SessionRegistry } from '../session/registry/session-registry.js'
import { lookAtProcesses, type SessionCost } from '../session/runtime/session-cost.js'

/** What `/status` answers: the daemon and what each of its live sessions takes. */
export interface DaemonStatus {
  readonly version: string
  readonly pid: number
  readonly uptime_s: number
  /** Of the daemon alone. */
  readonly memory_bytes: number
  readonly connections: number
  readonly sessions: readonly SessionCost[]
}

/** What each live session takes. */
export function costsOf(registry: Pick<SessionRegistry, 'live'>): readonly SessionCost[] {
  const live = registry.live()
  if (live.length === 0) return []
  const processes = lookAtProcesses()
  return live.map((session) => session.cost(processes))
}

interface StatusSources {
  readonly version: string
  readonly registry: Pick<SessionRegistry, 'live'>
  readonly connections: () => number
}

export const daemonStatus = ({ version, registry, connections }: StatusSources): DaemonStatus => ({
  version,
  pid: process.pid,
  uptime_s: Math.round(process.uptime()),
  memory_bytes: process.memoryUsage.rss(),
  connections: connections(),
  sessions: costsOf(registry),
})
