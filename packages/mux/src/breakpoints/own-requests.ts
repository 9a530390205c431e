import type { Actor, JsonObject } from '@dapplex/protocol'
import { tellOthers } from '../attribution/console-line.js'
import type { Asked } from '../client/asked.js'
import type { Failure } from '../failure.js'
import { fail, record } from '../outbox.js'
import type { Session } from '../session.js'
import type { BreakpointList, BreakpointWish, OwnerList } from './breakpoints.js'
import { findWish, giveBreakpointId, listOf, SESSION_OWNER } from './breakpoints.js'
import { entryOf } from './decode.js'
import { wishOf } from './set.js'
import { sourceKey } from './source-key.js'
import { answerWaiters, syncList } from './sync.js'

/** `dapplex_breakpointAdd`: one breakpoint of the session, set by the asker; answered when the adapter has it (mux 3). */
export function addBreakpoint(session: Session, asked: Asked, args: JsonObject): void {
  const { path, line, column, id, condition, hitCondition, logMessage } = args
  const name = args['function']
  const words = { condition, hitCondition, logMessage }
  const isSource = typeof path === 'string' && typeof line === 'number'
  if (!isSource && typeof name !== 'string') {
    fail(session, asked, invalid('dapplex_breakpointAdd needs "path" and "line", or "function"'))
    return
  }
  const source: JsonObject = isSource ? { path } : {}
  const kind = isSource ? 'source' : 'function'
  const raw = dropAbsent(isSource ? { line, column, ...words } : { name, ...words })
  const list = listOf(session.breakpoints, isSource ? sourceKey(session, source) : 'function', kind)
  const wish: BreakpointWish = {
    ...wishOf(entryOf(kind, raw), {
      client: SESSION_OWNER,
      id: typeof id === 'number' && !isTaken(session, id) ? id : giveBreakpointId(session.breakpoints),
      hits: 0,
      setBy: asked.client.actor,
      aliasOf: undefined,
    }),
    isTemporary: args['temporary'] === true,
  }
  if (isSource && list.owners.size === 0) list.source = source
  const previous = list.owners.get(SESSION_OWNER)
  change(session, list, { source, wishes: [...(previous?.wishes ?? []), wish], rest: {} })
  record(session, { kind: 'breakpoint', reason: 'new', breakpointId: wish.id }, asked.client.actor)
  tellOthers(session, asked.client, `set a breakpoint at ${isSource ? `${path}:${String(line)}` : String(name)}`)
  list.waiting.push({ asked, wants: 'view', owner: SESSION_OWNER, wishes: [wish], previous: without(previous, wish) })
  if (session.phase === 'starting') answerWaiters(session, list, list.waiting.splice(0))
  syncList(session, list)
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

const invalid = (text: string): Failure => ({ type: 'INVALID_REQUEST', text })

const dropAbsent = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
