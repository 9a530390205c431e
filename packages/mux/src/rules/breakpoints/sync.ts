import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { log } from '../../outbox/record.js'
import { ask } from '../../outbox/to-adapter.js'
import { answer, respond } from '../../outbox/to-client.js'
import { hasInitialized, isReachable } from '../../state/lifecycle.js'
import type { BreakpointList, BreakpointSpec, Flight, Slot, Waiter } from '../../state/program/breakpoints.js'
import { SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { InternalPurpose } from '../../state/requests/internal-purpose.js'
import type { Session } from '../../state/session.js'
import { breakpointBody, listBody } from './answer.js'
import { forgetUpstream, rememberUpstream, replayEarly, tellChanged } from './changes.js'
import { requestOfKind } from './decode.js'
import { tryNextLine } from './next-line.js'
import { argumentsFor, computeSlots } from './slots.js'
import { chooseSpelling, tryNextSpelling } from './source-spelling.js'
import { viewBreakpoint } from './view.js'

/** Whether the adapter takes breakpoints now. */
const canSet = ({ lifecycle }: Session): boolean => isReachable(lifecycle.state) && hasInitialized(lifecycle.state)

/**
 * Sends one list to the adapter if it differs from what the adapter has acknowledged. Otherwise the waiters are
 * answered from that. Only one request per list is on its way at a time (mux 1).
 */
export function syncList(session: Session, list: BreakpointList): void {
  if (list.flight !== undefined) return
  if (!canSet(session)) {
    const { kind } = session.lifecycle.state
    if (kind === 'undebugged' || kind === 'ended') answerWaiters(session, list, list.waiting.splice(0))
    return
  }
  chooseSpelling(session, list)
  const slots = computeSlots(list, { traits: session.options.traits, announced: session.capabilities.announced })
  const args = argumentsFor(list, slots)
  const signature = JSON.stringify(args)
  if (signature === list.signature || isNeedless(list, slots)) {
    list.slots = list.slots.map((slot, index) => ({ ...(slots[index] ?? slot), answer: slot.answer }))
    list.slots.forEach((slot) => rememberUpstream(session.breakpoints, list, slot))
    answerWaiters(session, list, list.waiting.splice(0))
    return
  }
  list.flight = { slots, signature, waiters: list.waiting.splice(0) }
  ask(session, { command: requestOfKind[list.kind], args, purpose: purposeOf(list) })
}

/**
 * Whether a list of the session alone has nothing to send: an adapter without such breakpoints is not asked for them.
 */
const isNeedless = (list: BreakpointList, slots: readonly Slot[]): boolean =>
  list.signature === undefined &&
  slots.length === 0 &&
  [...list.owners.keys()].every((owner) => owner === SESSION_OWNER)

const purposeOf = (list: BreakpointList): InternalPurpose =>
  list.kind === 'source'
    ? { kind: 'sourceBreakpoints', source: list.key }
    : { kind: 'globalBreakpoints', what: list.kind }

/** Sends all lists to an adapter that has just become ready. */
export function syncAll(session: Session): void {
  for (const list of session.breakpoints.lists.values()) {
    if (list.signature !== undefined || list.owners.size === 0) continue
    syncList(session, list)
  }
}

/** Handles the adapter's answer to a list. Entries are matched by position: some adapters renumber at every resend. */
export function listAnswered(session: Session, list: BreakpointList, message: JsonObject): void {
  const { flight } = list
  if (flight === undefined) return
  list.flight = undefined
  if (flight.isClearing === true) list.waiting.unshift(...flight.waiters)
  else if (message['success'] === true) listAccepted(session, { list, flight }, message['body'])
  else listRefused(session, { list, flight }, message)
  syncList(session, list)
  replayEarly(session)
}

function listAccepted(session: Session, at: { list: BreakpointList; flight: Flight }, body: unknown): void {
  const { list, flight } = at
  const before = new Map(everySpec(list).map((spec) => [spec, verdictOf(session, list, spec)]))
  const answers: unknown = isJsonObject(body) ? body['breakpoints'] : undefined
  forgetUpstream(session.breakpoints, list)
  flight.slots.forEach((slot, index) => {
    const one: unknown = Array.isArray(answers) ? answers[index] : undefined
    slot.answer = isJsonObject(one) ? one : list.kind === 'exception' ? { verified: true } : undefined
  })
  if (tryNextSpelling(session, list, flight) || tryNextLine(session, list, flight)) return
  list.slots = flight.slots
  list.signature = flight.signature
  list.answered = { rest: restOf(body), hasList: Array.isArray(answers) }
  list.slots.forEach((slot) => rememberUpstream(session.breakpoints, list, slot))
  session.breakpoints.isForeignStale = true
  answerWaiters(session, list, flight.waiters)
  // Those that wait get the verdict with their answer, which also gives the id (mux 22).
  const told = new Set([...flight.waiters, ...list.waiting].flatMap((waiter) => waiter.specs.map((spec) => spec.id)))
  for (const [spec, verdict] of before)
    if (!told.has(spec.id) && verdict !== verdictOf(session, list, spec)) tellChanged(session, { list, spec })
}

/**
 * The adapter refused the whole list. The clients that asked are told, and their lists go back to what they were: one
 * client's mistake must not cost another its breakpoints.
 */
function listRefused(session: Session, at: { list: BreakpointList; flight: Flight }, message: JsonObject): void {
  const { list, flight } = at
  for (const waiter of flight.waiters.toReversed()) {
    if (list.owners.get(waiter.owner)?.specs === waiter.specs || waiter.wants === 'view') restore(list, waiter)
    respond(session, waiter.asked, { ...withoutEnvelope(message), success: false })
  }
  const text = `${session.options.adapterTitle} refused ${requestOfKind[list.kind]} for ${list.key}`
  if (flight.waiters.length === 0) {
    log(session, 'warn', `${text}; it is sent again at the next change`)
    list.signature = flight.signature
  } else {
    list.signature = undefined
    // With no list left there is nothing to send again.
    if (list.owners.size === 0) list.signature = JSON.stringify(argumentsFor(list, []))
  }
}

function restore(list: BreakpointList, waiter: Waiter): void {
  if (waiter.previous === undefined) list.owners.delete(waiter.owner)
  else list.owners.set(waiter.owner, waiter.previous)
}

export function answerWaiters(session: Session, list: BreakpointList, waiters: readonly Waiter[]): void {
  for (const waiter of waiters) {
    const [spec] = waiter.specs
    if (waiter.wants === 'list') answer(session, waiter.asked, listBody(session, list, waiter))
    else answer(session, waiter.asked, spec === undefined ? {} : { breakpoint: viewBreakpoint(session, list, spec) })
  }
}

const everySpec = (list: BreakpointList): BreakpointSpec[] =>
  [...list.owners.values()].flatMap((owner) => [...owner.specs])

const verdictOf = (session: Session, list: BreakpointList, spec: BreakpointSpec): string =>
  JSON.stringify(breakpointBody(session, list, spec))

function restOf(body: unknown): JsonObject | undefined {
  if (!isJsonObject(body)) return undefined
  const { breakpoints: _list, ...rest } = body
  return rest
}

function withoutEnvelope(message: JsonObject): JsonObject {
  const { seq: _s, type: _t, request_seq: _r, command: _c, ...members } = message
  return members
}
