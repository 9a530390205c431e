import type { DapSession, SessionsPort } from '../port/dap-session.js'

type Sessions = Pick<SessionsPort, 'list' | 'find'>

/** Whether a session was started by another one, or by what that one has started. */
export function isBelow(sessions: Pick<Sessions, 'find'>, { parentId }: DapSession, above: DapSession): boolean {
  if (parentId === undefined || parentId === above.id) return parentId === above.id
  const parent = sessions.find(parentId)
  return parent !== undefined && isBelow(sessions, parent, above)
}

/** The sessions of what this session's program has started, those that have ended included, in the order of their start. */
export const sessionsBelow = (sessions: Sessions, above: DapSession): readonly DapSession[] =>
  sessions.list().filter((one) => isBelow(sessions, one, above))
