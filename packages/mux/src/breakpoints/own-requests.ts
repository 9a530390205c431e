import type { Actor, JsonObject } from '@dapplex/protocol'
import { tellOthers } from '../attribution/console-line.js'
import type { Asked } from '../client/asked.js'
import { fail, record } from '../outbox.js'
import type { Session } from '../session.js'
import type { BreakpointList, BreakpointWish, OwnerList } from './breakpoints.js'
import { findWish, giveBreakpointId, listOf, SESSION_OWNER } from './breakpoints.js'
import { entryOf } from './decode.js'
import { wishOf } from './set.js'
import { ownPlace, type OwnPlace } from './own-place.js'
import { answerWaiters, syncList } from './sync.js'

/** `dapplex_breakpointAdd`: one breakpoint of the session, set by the asker; answered when the adapter has it (mux 3). */
export function addBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const at = ownPlace(session, args)
  if (at === undefined) {
    const text = 'dapplex_breakpointAdd needs "path" and "line", "function", "filter", or "exception"'
    fail(session, asked, { type: 'INVALID_REQUEST', text })
    return
  }
  if (at.problem !== undefined) {
    fail(session, asked, { type: 'UNSUPPORTED', text: at.problem, data: { capability: at.what } })
    return
  }
  const list = listOf(session.breakpoints, at.key, at.kind)
  const { wish, previous } = keepWish(session, { list, at, args }, asked.client.actor)
  record(session, { kind: 'breakpoint', reason: 'new', breakpointId: wish.id }, asked.client.actor)
  tellOthers(session, asked.client, `set a breakpoint at ${at.what}`)
  list.waiting.push({ asked, wants: 'view', owner: SESSION_OWNER, wishes: [wish], previous: without(previous, wish) })
  if (session.phase === 'starting') answerWaiters(session, list, list.waiting.splice(0))
  syncList(session, list)
}

/** Breakpoints that a session begins with, before its adapter is there. What says no place is left out. */
export function keepFirst(session: Session, wishes: readonly JsonObject[]): void {
  for (const args of wishes) {
    const at = ownPlace(session, args)
    if (at === undefined) continue
    const list = listOf(session.breakpoints, at.key, at.kind)
    const { wish, previous } = keepWish(session, { list, at, args }, undefined)
    if (args['enabled'] !== false) continue
    const wishes = [...(previous?.wishes ?? []), { ...wish, isEnabled: false }]
    change(session, list, { source: at.source, wishes, rest: {} })
  }
}

function keepWish(
  session: Session,
  { list, at, args }: { readonly list: BreakpointList; readonly at: OwnPlace; readonly args: JsonObject },
  setBy: Actor | undefined,
): { readonly wish: BreakpointWish; readonly previous: OwnerList | undefined } {
  if (at.exception !== undefined) keepInitialFilters(session, list)
  const { id } = args
  const wish: BreakpointWish = {
    ...wishOf(entryOf(at.kind, at.raw), {
      client: SESSION_OWNER,
      id: typeof id === 'number' && !isTaken(session, id) ? id : giveBreakpointId(session.breakpoints),
      hits: 0,
      setBy,
      aliasOf: undefined,
    }),
    isTemporary: args['temporary'] === true,
    // One filter may stop for several types: each is an entry of its own.
    ...('filterId' in at.raw ? { place: JSON.stringify([at.raw['filterId'], at.raw['condition']]) } : {}),
    also: at.also,
    ...(at.exception === undefined ? {} : { exception: at.exception }),
  }
  // Ids that a session begins with count like those that it gives.
  session.breakpoints.nextId = Math.max(session.breakpoints.nextId, wish.id + 1)
  if (at.problem !== undefined) list.problems.set(wish.id, at.problem)
  if (at.kind === 'source' && list.owners.size === 0) list.source = at.source
  const previous = list.owners.get(SESSION_OWNER)
  change(session, list, { source: at.source, wishes: [...(previous?.wishes ?? []), wish], rest: {} })
  return { wish, previous }
}

/** What the adapter stops at while it has been told nothing holds on when it is told something. */
function keepInitialFilters(session: Session, list: BreakpointList): void {
  const initial = session.options.traits.exceptions?.initial ?? []
  if (list.owners.size > 0 || list.signature !== undefined || initial.length === 0) return
  const wishes = initial.map((filter) =>
    wishOf(entryOf('exception', { filter }), {
      client: SESSION_OWNER,
      id: giveBreakpointId(session.breakpoints),
      hits: 0,
      setBy: undefined,
      aliasOf: undefined,
    }),
  )
  change(session, list, { source: {}, wishes, rest: {} })
}

/** `dapplex_breakpointRemove {id}`. Errors: BREAKPOINT_NOT_FOUND, also for what belongs to a client. */
export function removeBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const found = ownById(session, asked, args)
  if (found === undefined) return
  const { list, wish } = found
  const previous = list.owners.get(SESSION_OWNER)
  change(session, list, without(previous, wish))
  record(session, { kind: 'breakpoint', reason: 'removed', breakpointId: wish.id }, asked.client.actor)
  list.waiting.push({ asked, wants: 'view', owner: SESSION_OWNER, wishes: [], previous })
  if (session.phase === 'starting') answerWaiters(session, list, list.waiting.splice(0))
  syncList(session, list)
}

/** `dapplex_breakpointEnable {id, enabled}`. Errors: BREAKPOINT_NOT_FOUND. */
export function enableBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const found = ownById(session, asked, args)
  if (found === undefined) return
  const { list, wish } = found
  const next: BreakpointWish = { ...wish, isEnabled: args['enabled'] !== false }
  const previous = list.owners.get(SESSION_OWNER)
  const wishes = previous?.wishes.map((one) => (one === wish ? next : one)) ?? []
  change(session, list, { source: previous?.source ?? list.source, wishes, rest: {} })
  record(session, { kind: 'breakpoint', reason: 'changed', breakpointId: wish.id }, asked.client.actor)
  list.waiting.push({ asked, wants: 'view', owner: SESSION_OWNER, wishes: [next], previous })
  if (session.phase === 'starting') answerWaiters(session, list, list.waiting.splice(0))
  syncList(session, list)
}

function ownById(session: Session, asked: Asked, args: JsonObject) {
  const id = args['id']
  const found = typeof id === 'number' ? findWish(session.breakpoints, id) : undefined
  if (found?.wish.client === SESSION_OWNER) return found
  const owner: Actor | undefined = found === undefined ? undefined : session.clients.get(found.wish.client)?.actor
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
  if (next === undefined || next.wishes.length === 0) list.owners.delete(SESSION_OWNER)
  else list.owners.set(SESSION_OWNER, next)
  session.breakpoints.isForeignStale = true
}

function without(list: OwnerList | undefined, wish: BreakpointWish): OwnerList | undefined {
  return list === undefined ? undefined : { ...list, wishes: list.wishes.filter((one) => one !== wish) }
}

const isTaken = (session: Session, id: number): boolean => findWish(session.breakpoints, id) !== undefined
