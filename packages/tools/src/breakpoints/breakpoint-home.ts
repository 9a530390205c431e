import { toolError, ToolError, type BreakpointView } from '@dapplex/protocol'
import type { Call, SessionCall } from '../call/call.js'
import { findSession, isLive } from '../call/resolve-session.js'

/** Where a new breakpoint goes: to the session of the call; undefined if no session is live, and then the workspace keeps it. */
export function sessionForBreakpoints(call: Call, sessionId: string | undefined): SessionCall | undefined {
  const on = sessionToList(call, sessionId)
  return on?.view.phase === 'ended' && sessionId === undefined ? undefined : on
}

/** The session whose breakpoints are listed; also one that has ended. Undefined if there is none. */
export function sessionToList(call: Call, sessionId: string | undefined): SessionCall | undefined {
  try {
    return call.on(sessionId)
  } catch (error) {
    if (error instanceof ToolError && error.type === 'NO_SESSION') return undefined
    throw error
  }
}

/** Finds the session or workspace of a breakpoint by its id, which is unique in the daemon. */
export interface Home {
  readonly on: SessionCall | undefined
  readonly inWorkspace: boolean
}

/** @throws ToolError BREAKPOINT_NOT_FOUND, SESSION_NOT_FOUND */
export function homeOf(call: Call, id: number, sessionId: string | undefined): Home {
  const sessions =
    sessionId === undefined ? call.sessions.list().filter(isLive) : [findSession(call.sessions, sessionId)]
  const session = sessions.find((one) => one.view().breakpoints.some((breakpoint) => breakpoint.id === id))
  const inWorkspace = call.sessions.workspace.list().some((breakpoint) => breakpoint.id === id)
  if (session === undefined && !inWorkspace) throw toolError('BREAKPOINT_NOT_FOUND', { id })
  return { on: session === undefined ? undefined : call.using(session), inWorkspace }
}

/** A breakpoint as the core gives it back. */
export const viewIn = (body: Readonly<Record<string, unknown>>): BreakpointView => body['breakpoint'] as BreakpointView
