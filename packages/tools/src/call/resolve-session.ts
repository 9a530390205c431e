import { toolError, type ToolDefinition } from '@dapplex/protocol'
import type { DapSession, SessionsPort } from '../port/dap-session.js'
import { isBelow } from './session-tree.js'
import { present } from '../result/present.js'

/**
 * Finds the session of a call (surface, "Session"): the named one; else the one this connection has chosen; else the only
 * live one of its own, where a program and what it has started count as one (`inTree`). A tool that also reads ended sessions (`latest`) gets the own one that ended last if none is live. A
 * caller without a session of its own joins the only live one, unless its own start failed: it then means no other.
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
  const own = all.filter((session) => sessions.isOwn(session))
  const isNewcomer = own.length === 0 && !sessions.lastStartFailed
  const live = inTree(sessions, (isNewcomer ? all : own).filter(isLive), wants)
  const session = live ?? (wants === 'latest' && !sessions.lastStartFailed ? latest(rootsOf(sessions, own)) : undefined)
  if (session !== undefined) return session
  throw noSession(all)
}

/**
 * The session that is meant of those that are live. Of a program and what it has started: the program, for the tools that are about
 * all of it; for the others the only one that is stopped, or the program where none is.
 * @throws ToolError SESSION_AMBIGUOUS
 */
function inTree(
  sessions: SessionsPort,
  live: readonly DapSession[],
  wants: ToolDefinition['session'],
): DapSession | undefined {
  const [root, ...others] = rootsOf(sessions, live)
  if (others.length > 0) throw ambiguous(live)
  if (wants !== 'live') return root
  const stopped = live.filter((one) => one.view().phase === 'stopped')
  if (stopped.length > 1) throw ambiguous(stopped)
  return stopped[0] ?? root
}

const rootsOf = (sessions: SessionsPort, all: readonly DapSession[]): readonly DapSession[] =>
  all.filter((one) => !all.some((above) => isBelow(sessions, one, above)))

const ambiguous = (candidates: readonly DapSession[]): Error =>
  toolError('SESSION_AMBIGUOUS', { candidates: candidates.map(({ id }) => id) })

function noSession(all: readonly DapSession[]): Error {
  const candidates = all.filter(isLive).map(({ id }) => id)
  const ended = all.filter((session) => !isLive(session)).map(({ id }) => id)
  const fields = present({
    candidates: candidates.length === 0 ? undefined : candidates,
    ended: ended.length === 0 ? undefined : ended,
  })
  if (all.length === 0) return toolError('NO_SESSION', fields)
  const kinds = [
    candidates.length === 0 ? '' : `of others: ${candidates.join(', ')}`,
    ended.length === 0 ? '' : `ended: ${ended.join(', ')}`,
  ]
  return toolError('NO_SESSION', fields, `No debug session of yours (${kinds.filter((one) => one !== '').join('; ')})`)
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
