import { toolError, type ToolDefinition } from '@dapplex/protocol'
import type { DapSession, SessionsPort } from '../port/dap-session.js'

/**
 * Finds the session of a call (surface, "Session"): the named one; else the one this connection has chosen; else the only
 * live one. A tool that also reads ended sessions (`latest`) gets the one that ended last if none is live.
 * @throws ToolError NO_SESSION, SESSION_NOT_FOUND, SESSION_AMBIGUOUS
 */
export function resolveSession(
  sessions: SessionsPort,
  sessionId: string | undefined,
  wants: ToolDefinition['session'],
): DapSession {
  if (sessionId !== undefined) return findSession(sessions, sessionId)
  if (sessions.selected !== undefined) {
    const selected = sessions.find(sessions.selected)
    if (selected !== undefined) return selected
  }
  const all = sessions.list()
  const [live, ...others] = all.filter(isLive)
  if (live !== undefined && others.length > 0)
    throw toolError('SESSION_AMBIGUOUS', { candidates: [live, ...others].map(({ id }) => id) })
  const session = live ?? (wants === 'latest' ? latest(all) : undefined)
  if (session !== undefined) return session
  throw toolError('NO_SESSION', all.length === 0 ? {} : { ended: all.map(({ id }) => id) })
}

/** @throws ToolError SESSION_NOT_FOUND */
export function findSession(sessions: SessionsPort, sessionId: string): DapSession {
  const session = sessions.find(sessionId)
  if (session === undefined) throw toolError('SESSION_NOT_FOUND', { session_id: sessionId })
  return session
}

export const isLive = (session: DapSession): boolean => session.view().phase !== 'ended'

const latest = (all: readonly DapSession[]): DapSession | undefined =>
  all.reduce<DapSession | undefined>(
    (last, one) => (last !== undefined && last.startedAt > one.startedAt ? last : one),
    undefined,
  )
