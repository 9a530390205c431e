import type { Actor, JsonObject } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { fail } from '../../outbox/to-client.js'
import type { Asked, Client } from '../../state/clients/client.js'
import type { ClientId } from '../../state/contract/input.js'
import { phaseOf } from '../../state/lifecycle.js'
import type { BreakpointList, BreakpointSpec, OwnerList } from '../../state/program/breakpoints.js'
import { allSpecs, findSpec, giveBreakpointId, listOf, SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { noteSpelling } from '../../translation/sources/spelling.js'
import { wordsOf } from '../attribution/breakpoint-lines.js'
import { tellOthers } from '../attribution/console-line.js'
import { entryOf } from './decode.js'
import type { SessionPlace } from './session-place.js'
import { sessionPlace } from './session-place.js'
import { loadMark } from './load-point.js'
import { rememberedLine } from './remembered-line.js'
import { specOf } from './set.js'
import { answerWaiters, syncList } from './sync.js'

/** `dapplex_breakpointAdd`: adds a breakpoint that the session owns. It is answered when the adapter has it (mux 3). */
export function addBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const at = sessionPlace(session, args)
  if (at === undefined) {
    const text = 'dapplex_breakpointAdd needs "path" and "line", "function", "dataId", "filter", or "exception"'
    fail(session, asked, { type: 'INVALID_REQUEST', text })
    return
  }
  if (at.problem !== undefined) {
    fail(session, asked, { type: 'UNSUPPORTED', text: at.problem, data: { capability: at.what } })
    return
  }
  if (at.kind === 'source') noteSpelling(session, asked.client, at.source)
  const list = listOf(session.breakpoints, at.key, at.kind)
  const by = setterOf(session, asked, args)
  const { spec, previous } = keepSpec(session, { list, at, args }, by.actor)
  if (spec.isImplicit !== true) {
    record(session, { kind: 'breakpoint', reason: 'new', breakpointId: spec.id }, by.actor)
    tellOthers(session, by, `set a breakpoint at ${at.what}${wordsOf(spec)}`)
  }
  list.waiting.push({ asked, wants: 'view', owner: SESSION_OWNER, specs: [spec], previous: without(previous, spec) })
  if (phaseOf(session.lifecycle.state) === 'starting') answerWaiters(session, list, list.waiting.splice(0))
  syncList(session, list)
}

/** The client of the tools sets the breakpoints of a launch for the caller, which it names (`by`, mux 18). */
function setterOf(session: Session, { client }: Asked, { by }: JsonObject): Client {
  if (client.actor.kind !== 'surface' || typeof by !== 'number') return client
  return session.clients.get(by as ClientId) ?? client
}

/**
 * Adds the breakpoints that a session begins with, before its adapter is connected. Entries without a place are left
 * out.
 */
export function keepFirst(session: Session, specs: readonly JsonObject[]): void {
  for (const args of specs) {
    const at = sessionPlace(session, args)
    if (at === undefined) continue
    const list = listOf(session.breakpoints, at.key, at.kind)
    const { spec, previous } = keepSpec(session, { list, at, args }, undefined)
    if (args['enabled'] !== false) continue
    const specs = [...(previous?.specs ?? []), { ...spec, isEnabled: false }]
    change(session, list, { source: at.source, specs, rest: {} })
  }
}

function keepSpec(
  session: Session,
  { list, at, args }: { readonly list: BreakpointList; readonly at: SessionPlace; readonly args: JsonObject },
  setBy: Actor | undefined,
): { readonly spec: BreakpointSpec; readonly previous: OwnerList | undefined } {
  const isImplicit = args['implicit'] === true
  if (at.exception !== undefined && !isImplicit) keepInitialFilters(session, list)
  const remembered = rememberedLine(args)
  const id = isImplicit ? implicitId(session) : idFor(session, args)
  const raw = isImplicit && at.kind === 'source' ? { ...at.raw, logMessage: loadMark(id) } : at.raw
  const spec: BreakpointSpec = {
    ...specOf(entryOf(at.kind, raw), {
      client: SESSION_OWNER,
      id,
      hits: 0,
      setBy,
      aliasOf: undefined,
    }),
    isTemporary: args['temporary'] === true,
    isImplicit,
    ...(remembered === undefined ? {} : { remembered }),
    // One filter may stop for several types: each of them is a separate entry.
    ...('filterId' in at.raw ? { place: JSON.stringify([at.raw['filterId'], at.raw['condition']]) } : {}),
    also: at.also,
    ...(at.exception === undefined ? {} : { exception: at.exception }),
    ...(at.watched === undefined ? {} : { watched: at.watched }),
  }
  // Ids that a session begins with count like those that it gives.
  session.breakpoints.nextId = Math.max(session.breakpoints.nextId, spec.id + 1)
  if (at.problem !== undefined) list.problems.set(spec.id, at.problem)
  if (at.kind === 'source' && list.owners.size === 0) list.source = at.source
  const previous = list.owners.get(SESSION_OWNER)
  change(session, list, { source: at.source, specs: [...(previous?.specs ?? []), spec], rest: {} })
  return { spec, previous }
}

/** Those that nobody has set, and those of a job, have ids below 0. */
export const implicitId = ({ breakpoints }: Session): number =>
  Math.min(0, ...[...allSpecs(breakpoints)].map(({ spec }) => spec.id)) - 1

const idFor = (session: Session, { id }: JsonObject): number =>
  typeof id === 'number' && !isTaken(session, id) ? id : giveBreakpointId(session.breakpoints)

/**
 * Keeps the filters that the adapter uses until it is sent any: the first list that is sent must not switch them off.
 */
function keepInitialFilters(session: Session, list: BreakpointList): void {
  const initial = session.options.traits.exceptions?.initial ?? []
  if (list.owners.size > 0 || list.signature !== undefined || initial.length === 0) return
  const specs = initial.map((filter) =>
    specOf(entryOf('exception', { filter }), {
      client: SESSION_OWNER,
      id: giveBreakpointId(session.breakpoints),
      hits: 0,
      setBy: undefined,
      aliasOf: undefined,
    }),
  )
  change(session, list, { source: {}, specs, rest: {} })
}

/** `dapplex_breakpointRemove {id}`. Errors: BREAKPOINT_NOT_FOUND, also for what belongs to a client. */
export function removeBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const found = findSessionBreakpoint(session, asked, args)
  if (found === undefined) return
  const { list, spec } = found
  const previous = list.owners.get(SESSION_OWNER)
  change(session, list, without(previous, spec))
  record(session, { kind: 'breakpoint', reason: 'removed', breakpointId: spec.id }, asked.client.actor)
  list.waiting.push({ asked, wants: 'view', owner: SESSION_OWNER, specs: [], previous })
  if (phaseOf(session.lifecycle.state) === 'starting') answerWaiters(session, list, list.waiting.splice(0))
  syncList(session, list)
}

/** `dapplex_breakpointEnable {id, enabled}`. Errors: BREAKPOINT_NOT_FOUND. */
export function enableBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const found = findSessionBreakpoint(session, asked, args)
  if (found === undefined) return
  const { list, spec } = found
  const next: BreakpointSpec = { ...spec, isEnabled: args['enabled'] !== false }
  const previous = list.owners.get(SESSION_OWNER)
  const specs = previous?.specs.map((one) => (one === spec ? next : one)) ?? []
  change(session, list, { source: previous?.source ?? list.source, specs, rest: {} })
  record(session, { kind: 'breakpoint', reason: 'changed', breakpointId: spec.id }, asked.client.actor)
  list.waiting.push({ asked, wants: 'view', owner: SESSION_OWNER, specs: [next], previous })
  if (phaseOf(session.lifecycle.state) === 'starting') answerWaiters(session, list, list.waiting.splice(0))
  syncList(session, list)
}

function findSessionBreakpoint(session: Session, asked: Asked, args: JsonObject) {
  const id = args['id']
  const found = typeof id === 'number' ? findSpec(session.breakpoints, id) : undefined
  if (found?.spec.client === SESSION_OWNER) return found
  const owner: Actor | undefined = found === undefined ? undefined : session.clients.get(found.spec.client)?.actor
  fail(session, asked, {
    type: 'BREAKPOINT_NOT_FOUND',
    text:
      owner === undefined
        ? `there is no breakpoint ${JSON.stringify(id)}; ask for the list`
        : `breakpoint ${JSON.stringify(id)} belongs to ${owner.name}: only ${owner.name} can change it`,
    data: { id: JSON.stringify(id) },
  })
  return undefined
}

function change(session: Session, list: BreakpointList, next: OwnerList | undefined): void {
  if (next === undefined || next.specs.length === 0) list.owners.delete(SESSION_OWNER)
  else list.owners.set(SESSION_OWNER, next)
  session.breakpoints.isForeignStale = true
}

function without(list: OwnerList | undefined, spec: BreakpointSpec): OwnerList | undefined {
  return list === undefined ? undefined : { ...list, specs: list.specs.filter((one) => one !== spec) }
}

const isTaken = (session: Session, id: number): boolean => findSpec(session.breakpoints, id) !== undefined
