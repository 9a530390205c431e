import type { Actor, SessionEvent, SessionEventBody } from '@dapplex/protocol'
import type { Session } from '../state/session.js'

/** Records an event for the tools, `events_subscribe` and the journal. */
export function record(session: Session, body: SessionEventBody, by?: Actor): void {
  session.eventSeq += 1
  const envelope = { seq: session.eventSeq, stopId: session.threads.stopId, at: session.now }
  const event: SessionEvent = { ...envelope, ...(by === undefined ? {} : { by }), ...body }
  session.effects.push({ kind: 'record', event })
}

export function log(session: Session, level: 'debug' | 'info' | 'warn' | 'error', text: string): void {
  session.effects.push({ kind: 'log', level, text })
}
