import { isLive, type SessionRow } from '../daemon/session-rows.js'
import { programName } from './dynamic-configurations.js'

/** Whether a session that a configuration names can be joined. `ended`: what was recorded of it can be seen. */
export type JoinTarget =
  | { readonly kind: 'live' }
  | { readonly kind: 'ended'; readonly session: SessionRow; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string }

/** @param id what the configuration has as `dapplexSession`: it may be of yesterday */
export function joinTarget(id: string, sessions: readonly SessionRow[]): JoinTarget {
  const session = sessions.find((one) => one.session_id === id)
  if (session === undefined)
    return { kind: 'unknown', problem: `There is no debug session ${id} any more: it has ended, or the daemon has.` }
  // What a program has started is joined without a person: it may have ended already, and nobody is to be asked then.
  if (isLive(session) || session.parent !== undefined) return { kind: 'live' }
  return { kind: 'ended', session, problem: `${programName(session)} (${id}) has ended.` }
}
