import { textIn, type JsonObject } from '@dapplex/protocol'
import type { Client } from '../../state/clients/client.js'
import type { BreakpointList, BreakpointSpec, OwnerList } from '../../state/program/breakpoints.js'
import { askedFor } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { tellOthers } from './console-line.js'

/** More changes than this at once are told as a number. */
const MOST_LINES = 3

/**
 * Tells the other editors which breakpoints a person has set or removed in an editor (mux 18). The lists with which a
 * client opens its session are no news.
 */
export function tellBreakpoints(
  session: Session,
  client: Client,
  { previous, next }: { readonly previous: OwnerList | undefined; readonly next: OwnerList },
): void {
  if (client.stage !== 'live') return
  const [before, after] = [requests(previous), requests(next)]
  tellChange(session, client, { did: 'set', specs: without(after, before), source: next.source })
  tellChange(session, client, { did: 'removed', specs: without(before, after), source: next.source })
}

function without(specs: readonly BreakpointSpec[], others: readonly BreakpointSpec[]): readonly BreakpointSpec[] {
  const ids = new Set(others.map(({ id }) => id))
  return specs.filter(({ id }) => !ids.has(id))
}

interface Change {
  readonly did: 'set' | 'removed'
  readonly specs: readonly BreakpointSpec[]
  readonly source: JsonObject
}

function tellChange(session: Session, client: Client, { did, specs, source }: Change): void {
  if (specs.length > MOST_LINES) {
    const path = textIn(source, 'path')
    const where = path === undefined ? '' : ` in ${session.options.shownPath(path)}`
    tellOthers(session, client, `${did} ${specs.length} breakpoints${where}`)
    return
  }
  for (const spec of specs) {
    const words = did === 'set' ? wordsOf(spec) : ''
    tellOthers(session, client, `${did} a breakpoint at ${placeOf(session, spec, source)}${words}`)
  }
}

/** Adopted copies of other clients' breakpoints request nothing. */
const requests = (list: OwnerList | undefined): readonly BreakpointSpec[] =>
  askedFor(list?.specs ?? []).filter(({ aliasOf }) => aliasOf === undefined)

/** When a breakpoint stops, and what it writes instead: `, if total > 5`. */
export function wordsOf({ condition, hitCondition, logMessage, exception }: BreakpointSpec): string {
  if (exception !== undefined) return ''
  const when = condition === undefined ? '' : `, if ${condition}`
  const count = hitCondition === undefined ? '' : `, hit count ${hitCondition}`
  return `${when}${count}${logMessage === undefined ? '' : `, which only logs: ${logMessage}`}`
}

/** A line as people read it: `src/shop.py:10`. */
export const lineAt = ({ options }: Session, path: string, line: number): string => `${options.shownPath(path)}:${line}`

/** Where a breakpoint is, in the words of the console. */
export const breakpointPlace = (session: Session, { list, spec }: { list: BreakpointList; spec: BreakpointSpec }) =>
  placeOf(session, spec, list.owners.get(spec.client)?.source ?? list.source)

function placeOf(session: Session, { raw }: BreakpointSpec, source: JsonObject): string {
  const { line } = raw
  const path = textIn(source, 'path')
  if (typeof line === 'number')
    return path === undefined ? `${textIn(source, 'name') ?? 'line'}:${line}` : lineAt(session, path, line)
  if (typeof raw['name'] === 'string') return raw['name']
  const filter = raw['filter'] ?? raw['filterId']
  if (typeof filter === 'string') return `exception filter ${filter}`
  return textIn(raw, 'dataId') ?? textIn(raw, 'instructionReference') ?? 'an unnamed place'
}
