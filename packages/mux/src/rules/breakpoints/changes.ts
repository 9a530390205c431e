import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { tell, tellAll } from '../../outbox/to-client.js'
import type { BreakpointList, Breakpoints, BreakpointSpec, Slot } from '../../state/program/breakpoints.js'
import { giveBreakpointId, JOB_OWNER, specIn } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { breakpointBody, spelling } from './answer.js'

/** The most early events that are kept, so that an adapter that never explains them cannot fill the memory. */
const MOST_EARLY = 256
/** The most former numbers that are remembered. */
const MOST_FORMER = 4096

export function rememberUpstream(breakpoints: Breakpoints, list: BreakpointList, slot: Slot): void {
  const id = slot.answer?.['id']
  if (id === undefined) return
  breakpoints.upstream.set(id, { list, slot })
  breakpoints.formerUpstream.delete(id)
}

export function forgetUpstream(breakpoints: Breakpoints, list: BreakpointList): void {
  for (const slot of list.slots) {
    const id = slot.answer?.['id']
    if (breakpoints.upstream.get(id)?.list === list) {
      breakpoints.upstream.delete(id)
      rememberFormer(breakpoints, id)
    }
  }
}

function rememberFormer({ formerUpstream }: Breakpoints, id: unknown): void {
  formerUpstream.add(id)
  const [oldest] = formerUpstream
  if (formerUpstream.size > MOST_FORMER) formerUpstream.delete(oldest)
}

/**
 * Handles a `breakpoint` event: each owner at that entry is told under its own id (mux 2). An event about an unknown id
 * is kept while an answer that may explain it is on its way, and is too late if an entry had that id before. Otherwise the
 * adapter has made the breakpoint itself.
 */
export function breakpointEvent(session: Session, body: JsonObject): void {
  const { breakpoint } = body
  if (!isJsonObject(breakpoint)) return
  const { breakpoints } = session
  const known = breakpoints.upstream.get(breakpoint['id'])
  if (known !== undefined) changeSlot(session, known, body)
  else if (isAnyInFlight(breakpoints) && breakpoints.early.length < MOST_EARLY) breakpoints.early.push(body)
  else if (!breakpoints.formerUpstream.has(breakpoint['id'])) tellAdapterOwned(session, body)
}

/** Handles the events that came before the answer which explains them. */
export function replayEarly(session: Session): void {
  const early = session.breakpoints.early
  if (early.length === 0) return
  session.breakpoints.early = []
  for (const body of early) breakpointEvent(session, body)
}

function changeSlot(session: Session, at: { list: BreakpointList; slot: Slot }, body: JsonObject): void {
  const change = body['breakpoint'] as JsonObject
  const isRemoved = body['reason'] === 'removed'
  const { message: _m, reason: _r, ...known } = at.slot.answer ?? {}
  at.slot.answer = { ...known, ...change, ...(isRemoved ? { verified: false } : {}) }
  for (const spec of at.slot.specs)
    if (isKnownToOwner(at.list, spec)) tellChanged(session, { list: at.list, spec }, { ...body, breakpoint: change })
}

/**
 * Whether the owner of a breakpoint has it and knows its id. If an answer is on its way, that answer tells the change
 * (mux 22).
 */
export function isKnownToOwner(list: BreakpointList, { id, client }: BreakpointSpec): boolean {
  const isThere = ({ specs }: { readonly specs: readonly BreakpointSpec[] }) => specIn(specs, id) !== undefined
  const owned = list.owners.get(client)
  return owned !== undefined && isThere(owned) && ![...(list.flight?.waiters ?? []), ...list.waiting].some(isThere)
}

/**
 * Tells the owner of a breakpoint, and the record, that it has changed. The owner gets all members of the adapter's
 * `event`; without an event it gets the whole breakpoint.
 */
export function tellChanged(
  session: Session,
  at: { readonly list: BreakpointList; readonly spec: BreakpointSpec },
  event?: JsonObject,
): void {
  const { list, spec } = at
  if (spec.client === JOB_OWNER) return
  record(session, {
    kind: 'breakpoint',
    reason: event?.['reason'] === 'removed' ? 'removed' : 'changed',
    breakpointId: spec.id,
  })
  session.breakpoints.isForeignStale = true
  const client = session.clients.get(spec.client)
  if (client === undefined || client.stage === 'left') return
  const change = event?.['breakpoint']
  const breakpoint = isJsonObject(change)
    ? { ...change, id: spec.id, ...spelling(session, list, { spec, answer: change }) }
    : breakpointBody(session, list, spec)
  tell(session, client, { event: 'breakpoint', body: { reason: 'changed', ...event, breakpoint } })
}

const isAnyInFlight = (breakpoints: Breakpoints): boolean => {
  for (const list of breakpoints.lists.values()) if (list.flight !== undefined) return true
  return false
}

/** Tells all clients about a breakpoint that the adapter made itself, under an id that the multiplexer gives. */
function tellAdapterOwned(session: Session, body: JsonObject): void {
  const breakpoint = body['breakpoint'] as JsonObject
  const upstreamId = breakpoint['id']
  if (upstreamId === undefined) {
    tellAll(session, { event: 'breakpoint', body })
    return
  }
  const { adapterOwned } = session.breakpoints
  const id = adapterOwned.get(upstreamId) ?? giveBreakpointId(session.breakpoints)
  if (body['reason'] === 'removed') adapterOwned.delete(upstreamId)
  else adapterOwned.set(upstreamId, id)
  tellAll(session, { event: 'breakpoint', body: { ...body, breakpoint: { ...breakpoint, id } } })
}
