import type { DapMessage, JsonObject } from '@dapplex/protocol'
import type { Asked, Client } from '../state/clients/client.js'
import { hears } from '../state/clients/client.js'
import type { Conventions, Dialect } from '../state/clients/conventions.js'
import { estimate, hold, MEASURE_EVERY, release } from '../state/clients/flow.js'
import type { PassedAnswer } from '../state/contract/input.js'
import type { Failure } from '../state/contract/failure.js'
import { failureBody } from '../state/contract/failure.js'
import { isAwaited } from '../state/requests/deadlines.js'
import type { Session } from '../state/session.js'
import { dialectOf, eventToClient, responseToClient } from '../translation/conventions/to-client.js'
import { answerAsSpelled, eventAsSpelled } from '../translation/sources/spelling.js'
import { log } from './record.js'

/** Answers a client's request with success. A second answer is a broken invariant: it is logged and not sent (mux 20). */
export function answer(session: Session, asked: Asked, body?: unknown): void {
  const translated = answerBody(session, asked, body)
  respond(session, asked, { success: true, ...(translated === undefined ? {} : { body: translated }) })
}

/** The body of an answer as the client writes paths, counts lines and understands members (mux 1, 8). */
export function answerBody(session: Session, { client, request: { command } }: Asked, body: unknown): unknown {
  const spelled = answerAsSpelled(session, client, { command, body })
  return responseToClient(command, spelled, dialectFor(session, client.conventions))
}

export function fail(session: Session, asked: Asked, failure: Failure): void {
  respond(session, asked, { success: false, ...failureBody(failure) })
}

/** Answers with a failure although the adapter may still answer. Its later answer updates the state and is not sent. */
export function giveUp(session: Session, asked: Asked, failure: Failure): void {
  fail(session, asked, failure)
  leaveToAdapter(session, asked)
}

/** The request is answered here, and its sender hears nothing of the adapter's answer, which is still due (mux 26). */
export function leaveToAdapter({ deadlines }: Session, asked: Asked): void {
  asked.state = 'givenUp'
  if (isAwaited(asked)) deadlines.givenUp.add(asked)
}

/** Answers with the adapter's own bytes. The client has its conventions and is told every member (`mayPass`). */
export function passOnAnswer(session: Session, asked: Asked, answer: Pick<PassedAnswer, 'command' | 'body'>): void {
  const { client, request } = asked
  if (!close(session, asked)) return
  const passed = { seq: nextSeq(client), requestSeq: request.seq, command: answer.command, body: answer.body }
  session.effects.push({ kind: 'passToClient', client: client.id, answer: passed })
  measure(session, client, answer.body.to - answer.body.from)
}

/** Sends a response whose members are already in the client's conventions. */
export function respond(session: Session, asked: Asked, members: JsonObject): void {
  const { client, request } = asked
  if (!close(session, asked)) return
  const envelope = { ...members, seq: 0, type: 'response', request_seq: request.seq, command: request.command }
  send(session, client, envelope)
}

/** The request is answered now. False where it was before, or its sender has gone: then nothing is to be sent. */
function close(session: Session, asked: Asked): boolean {
  const { client, request } = asked
  if (asked.state !== 'open') {
    if (asked.state === 'answered')
      log(
        session,
        'error',
        `a second answer to ${request.command} (${request.seq}) of ${client.profile.name} was held back`,
      )
    return false
  }
  asked.state = 'answered'
  client.open.delete(asked)
  return session.clients.has(client.id)
}

/** An event with translated ids. Unknown members of its envelope stay as they are (mux 21). */
export interface OutgoingEvent {
  readonly event: string
  readonly body?: unknown
}

/** Sends one event to one client, in its conventions. The ids in the body are translated already. */
export function tell(session: Session, client: Client, event: OutgoingEvent): void {
  if (!understands(client.conventions, event.event)) return
  if (isHeld(session, client, event)) return
  const body = inDialect(session, client, event)
  send(session, client, { ...event, seq: 0, type: 'event', ...(body === undefined ? {} : { body }) })
}

/**
 * Sends an event to all clients that hear events. Clients of one convention class share the same body object, so that
 * the runtime can print a body once per class; the envelopes differ in `seq` only.
 */
export function tellAll(session: Session, event: OutgoingEvent, except?: Client): void {
  let className: string | undefined
  let body: unknown
  let bodies: Map<string, unknown> | undefined
  for (const client of session.clients.values()) {
    if (!hears(client) || client === except) continue
    if (!understands(client.conventions, event.event) || isHeld(session, client, event)) continue
    if (client.spelled.size > 0) {
      send(session, client, eventMessage(event, inDialect(session, client, event)))
      continue
    }
    if (client.conventions.className !== className) {
      // Most clients are of one class; a map is made only when they are not.
      if (className !== undefined) bodies = (bodies ?? new Map<string, unknown>()).set(className, body)
      className = client.conventions.className
      body = bodies?.has(className) === true ? bodies.get(className) : inDialect(session, client, event)
    }
    send(session, client, eventMessage(event, body))
  }
}

const inDialect = (session: Session, client: Client, event: OutgoingEvent): unknown =>
  eventToClient(event.event, eventAsSpelled(session, client, event), dialectFor(session, client.conventions))

/** A fresh envelope, numbered when it is sent. Its other members are those of the adapter's event. */
function eventMessage(event: OutgoingEvent, body: unknown): JsonObject {
  const message: JsonObject = { seq: 0, type: 'event', ...event }
  if (body !== undefined) message['body'] = body
  return message
}

/** Sends a request to a client; gives its number on the client's connection. */
export function request(
  session: Session,
  client: Client,
  asked: { readonly command: string; readonly args: JsonObject },
): number {
  send(session, client, { seq: 0, type: 'request', command: asked.command, arguments: asked.args })
  return client.seq
}

/** Numbers a message on the client's connection and sends it. The object must not be shared: it is changed. */
function send(session: Session, client: Client, message: JsonObject): void {
  message['seq'] = nextSeq(client)
  session.effects.push({ kind: 'sendToClient', client: client.id, message: message as unknown as DapMessage })
  measure(session, client, estimate(message))
}

function nextSeq(client: Client): number {
  client.seq += 1
  return client.seq
}

/** Asks how much waits for a client, when about `bytes` more have made it many. */
function measure(session: Session, client: Client, bytes: number): void {
  client.flow.sent += bytes
  if (client.flow.sent < MEASURE_EVERY) return
  client.flow.sent = 0
  session.effects.push({ kind: 'measureClient', client: client.id })
}

/**
 * Holds back output for a client that does not read, and drops it when it is too much (mux 16). What is held goes before the
 * end of the program (mux 22).
 */
function isHeld(session: Session, client: Client, event: { readonly event: string; readonly body?: unknown }): boolean {
  if (client.flow.state === 'flowing') return false
  if (event.event === 'exited' || event.event === 'terminated')
    for (const body of release(client.flow)) tell(session, client, { event: 'output', body })
  if (event.event !== 'output') return false
  hold(client.flow, (event.body ?? {}) as JsonObject, session.options.limits.clientBytes / 4)
  return true
}

/**
 * Whether a client knows an event. Some are only for clients that have announced them (DAP,
 * `InitializeRequestArguments`; mux 8).
 */
function understands(conventions: Conventions, event: string): boolean {
  switch (event) {
    case 'progressStart':
    case 'progressUpdate':
    case 'progressEnd':
      return conventions.progress
    case 'invalidated':
      return conventions.invalidated
    case 'memory':
      return conventions.memoryEvent
    default:
      return true
  }
}

export function dialectFor(session: Session, conventions: Conventions): Dialect {
  const known = session.dialects.get(conventions.className)
  if (known !== undefined) return known
  const dialect = dialectOf(conventions, session.options.traits.pathFormat)
  session.dialects.set(conventions.className, dialect)
  return dialect
}

/** A line in the client's console that deserves attention (DAP, output category `important`). */
export function tellImportant(session: Session, client: Client, text: string): void {
  tell(session, client, { event: 'output', body: { category: 'important', output: `${text}\n` } })
}
