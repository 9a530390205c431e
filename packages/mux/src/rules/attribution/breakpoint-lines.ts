import type { JsonObject } from '@dapplex/protocol'
import type { Client } from '../../state/clients/client.js'
import type { BreakpointSpec, OwnerList } from '../../state/program/breakpoints.js'
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
  const isIn = (specs: readonly BreakpointSpec[], { id }: BreakpointSpec) => specs.some((one) => one.id === id)
  tellChange(session, client, { did: 'set', specs: after.filter((spec) => !isIn(before, spec)), source: next.source })
  tellChange(session, client, {
    did: 'removed',
    specs: before.filter((spec) => !isIn(after, spec)),
    source: next.source,
  })
}

interface Change {
  readonly did: 'set' | 'removed'
  readonly specs: readonly BreakpointSpec[]
  readonly source: JsonObject
}

function tellChange(session: Session, client: Client, { did, specs, source }: Change): void {
  if (specs.length > MOST_LINES) {
    tellOthers(session, client, `${did} ${specs.length} breakpoints${inFile(source)}`)
    return
  }
  for (const spec of specs) tellOthers(session, client, `${did} a breakpoint at ${placeOf(spec, source)}`)
}

/** Adopted copies of other clients' breakpoints request nothing. */
const requests = (list: OwnerList | undefined): readonly BreakpointSpec[] =>
  list?.specs.filter(({ aliasOf }) => aliasOf === undefined) ?? []

const inFile = ({ path }: JsonObject): string => (typeof path === 'string' ? ` in ${path}` : '')

function placeOf({ raw }: BreakpointSpec, { path, name }: JsonObject): string {
  if (typeof raw['line'] === 'number') return `${firstText(path, name) ?? 'line'}:${raw['line']}`
  if (typeof raw['name'] === 'string') return raw['name']
  const filter = raw['filter'] ?? raw['filterId']
  if (typeof filter === 'string') return `exception filter ${filter}`
  return firstText(raw['dataId'], raw['instructionReference']) ?? 'an unnamed place'
}

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value) => typeof value === 'string')
