import type { BreakpointView } from '@dapplex/protocol'
import type { Session } from '../session.js'
import type { BreakpointList, BreakpointWish } from './breakpoints.js'
import { allWishes, SESSION_OWNER, slotAt } from './breakpoints.js'

/** All breakpoints of all owners, in the order of their ids. */
export function viewBreakpoints(session: Session): BreakpointView[] {
  const views: BreakpointView[] = []
  for (const { list, wish } of allWishes(session.breakpoints))
    if (wish.aliasOf === undefined) views.push(viewBreakpoint(session, list, wish))
  return views.sort((a, b) => a.id - b.id)
}

/** One wish for the tools and for other clients; lines and columns from 1, paths as the adapter spells them. */
export function viewBreakpoint(session: Session, list: BreakpointList, wish: BreakpointWish): BreakpointView {
  const owner = wish.client === SESSION_OWNER ? undefined : session.clients.get(wish.client)?.actor
  const answer = slotAt(list, wish.place)?.answer
  const source = list.owners.get(wish.client)?.source
  return {
    id: wish.id,
    what: list.kind,
    enabled: wish.isEnabled,
    verified: wish.isEnabled && answer?.['verified'] === true,
    hits: wish.hits,
    ...optional('owner', owner),
    ...optional('setBy', wish.setBy),
    ...optional('path', text(source?.['path'])),
    ...optional('line', count(wish.raw['line'])),
    ...optional('column', count(wish.raw['column'])),
    ...optional('actualLine', count(answer?.['line'])),
    ...optional('function', text(wish.raw['name'])),
    ...optional(
      'filter',
      wish.exception === undefined ? (text(wish.raw['filter']) ?? text(wish.raw['filterId'])) : undefined,
    ),
    ...optional('exception', wish.exception),
    ...optional('condition', wish.exception === undefined ? wish.condition : undefined),
    ...optional('hitCondition', wish.hitCondition),
    ...optional('logMessage', wish.logMessage),
    ...optional('message', list.problems.get(wish.id) ?? text(answer?.['message'])),
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<K, V>>
