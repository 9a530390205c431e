import type { DapEvent, DapResponse, JsonObject, OwnDapEvent } from '@dapplex/protocol'
import { decodeMessage, isJsonObject } from '@dapplex/protocol'
import { log } from '../outbox/record.js'
import { tellAll } from '../outbox/to-client.js'
import { passAnswer } from '../rules/forwarding/pass-answer.js'
import { heard } from '../rules/progress/silence.js'
import { childEvent, reverseAsked } from '../rules/reverse/child.js'
import { childExitEvent } from '../rules/reverse/child-exit.js'
import type { Input } from '../state/contract/input.js'
import { takePending } from '../state/requests/pending.js'
import type { Session } from '../state/session.js'
import { eventIds } from '../translation/references/from-adapter.js'
import { answered } from './answered.js'
import { sessionEvents } from './session-events.js'

type FromAdapter = Extract<Input, { readonly kind: 'adapterMessage' }>

/** Handles a message of the adapter. A message that is not DAP is logged and has no other effect (mux 20, 24). */
export function adapterMessage(session: Session, came: FromAdapter): void {
  heard(session)
  if (came.answer !== undefined && passAnswer(session, came, came.answer)) return
  const decoded = decodeMessage(came.message)
  switch (decoded.kind) {
    case 'response':
      adapterResponse(session, decoded.message)
      return
    case 'event':
      adapterEvent(session, decoded.message)
      return
    case 'request':
      reverseAsked(session, decoded.message)
      return
    case 'malformed':
      log(session, 'warn', `${session.options.adapterTitle} sent a message that is not DAP: ${decoded.why}`)
  }
}

function adapterResponse(session: Session, message: DapResponse): void {
  const pending = takePending(session.pending, message.request_seq)
  if (pending === undefined) {
    const { adapterTitle } = session.options
    const text = `${adapterTitle} answered request ${message.request_seq}, which is unknown or already answered`
    log(session, 'warn', text)
    return
  }
  answered(session, pending, message as unknown as JsonObject)
}

/** What only the multiplexer tells (protocol, `ownDapEvents`): clients believe it, so no adapter may. */
const OURS: ReadonlySet<string> = new Set<OwnDapEvent>(['dapplex_session', 'dapplex_breakpoints'])

/** Events that change the session's state have a handler. All others pass, with translated ids (mux 21). */
function adapterEvent(session: Session, event: DapEvent): void {
  if (OURS.has(event.event)) {
    log(session, 'warn', `${session.options.adapterTitle} sent the event ${event.event}, which only dapplex sends`)
    return
  }
  const handle = Object.hasOwn(sessionEvents, event.event) ? sessionEvents[event.event] : undefined
  const body: unknown = event.body
  if (handle !== undefined) {
    handle(session, isJsonObject(body) ? body : {}, event)
    return
  }
  if (childEvent(session, event.event, body) || childExitEvent(session, event.event, body)) return
  passOn(session, event)
}

/** Forwards an event to all clients. Unknown members of its envelope stay as they are. */
export function passOn(session: Session, event: DapEvent): void {
  const { seq: _seq, type: _type, ...members } = event
  const body: unknown = event.body
  const epoch = session.references.process
  const translated = body === undefined ? {} : { body: eventIds({ references: session.references, epoch }, body) }
  tellAll(session, { ...members, ...translated })
}
