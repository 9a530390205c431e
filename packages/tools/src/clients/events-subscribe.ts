import { surface, type DebugEventType } from '@dapplex/protocol'
import type { Call } from '../call/call.js'
import { findSession } from '../call/resolve-session.js'
import { implement } from '../call/tool.js'
import type { DapSession, SessionsPort } from '../port/dap-session.js'
import { debugEvent, eventType } from './debug-event.js'

/** The subscription of each connection. */
const subscriptions = new WeakMap<SessionsPort, () => void>()
/** Connections whose end is already observed. */
const watched = new WeakSet<SessionsPort>()

export const eventsSubscribe = implement(surface.events_subscribe, async (params, call) => {
  const { session_id: only, types, since_seq: sinceSeq, since = {} } = params
  const chosen = only === undefined ? call.sessions.list() : [findSession(call.sessions, only)]
  if (only !== undefined) call.using(findSession(call.sessions, only))
  endSubscription(call.sessions)
  if (types?.length === 0) return Promise.resolve({ subscribed: false, sessions: [] })
  const stops: (() => void)[] = []
  const follow = (session: DapSession, sinceSeq: number) => {
    const { gap, stop } = session.subscribe(sinceSeq, notifier(call, session, types))
    stops.push(stop)
    return { session_id: session.id, seq: session.lastSeq(), gap }
  }
  const sessions = chosen.map((session) => follow(session, since[session.id] ?? sinceSeq ?? session.lastSeq()))
  if (only === undefined) stops.push(call.sessions.onSession((session) => follow(session, 0)))
  subscriptions.set(call.sessions, () => stops.splice(0).forEach((stop) => stop()))
  if (!watched.has(call.sessions)) call.context.onGone(() => endSubscription(call.sessions))
  watched.add(call.sessions)
  return Promise.resolve({ subscribed: true, sessions })
})

function notifier({ context }: Call, session: DapSession, types: readonly DebugEventType[] | undefined) {
  return (event: Parameters<typeof eventType>[0]) => {
    if (types === undefined || types.includes(eventType(event)))
      context.notify('debug_event', debugEvent(session, event))
  }
}

function endSubscription(connection: SessionsPort): void {
  subscriptions.get(connection)?.()
  subscriptions.delete(connection)
}
