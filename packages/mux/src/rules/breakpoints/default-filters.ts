import type { JsonObject } from '@dapplex/protocol'
import type { Client } from '../../state/clients/client.js'
import type { BreakpointList, BreakpointSpec, OwnerList } from '../../state/program/breakpoints.js'
import { giveBreakpointId, listOf } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { entryOf } from './decode.js'
import { syncList } from './sync.js'

/**
 * Rule: mux 4. A client whose initialize was answered before the adapter was known may send no setExceptionBreakpoints, since it knows
 * no filter: those of `dapplexExceptionFilters` hold for it, else the adapter's defaults, until it sends a list.
 */
export function holdFilters(session: Session, client: Client): void {
  const { announced } = session.capabilities
  const { filters } = client
  if (announced === undefined || filters.kind === 'chosen') return
  const isWanted = filters.kind === 'wanted'
  const names = isWanted ? filters.names : defaultsOf(session)
  const list = listOf(session.breakpoints, 'exception', 'exception')
  if (names.length === 0 && !list.owners.has(client.id)) return
  const specs = names.map((filter) => filterSpec(session, client, { filter, isImplicit: !isWanted }))
  list.owners.set(client.id, { specs: specs.map((spec) => served(session, list, spec)), source: {}, rest: {} })
  session.breakpoints.isForeignStale = true
  syncList(session, list)
}

/**
 * The list that a client has sent, as it can be set. A front door that answers early offers the filters of an earlier adapter: a
 * filter that this one has not is not sent to it; where it has none of them, its defaults hold.
 */
export function servedFilters(
  session: Session,
  client: Client,
  at: { readonly list: BreakpointList; readonly next: OwnerList },
): OwnerList {
  const { filters } = client
  client.filters = { kind: 'chosen', offered: 'offered' in filters ? filters.offered : [] }
  if (client.filters.offered.length === 0) return at.next
  const known = namesOf(session)
  const specs = at.next.specs.map((spec) => {
    const now = served(session, at.list, spec)
    return now === spec ? spec : { ...now, isOfAnotherAdapter: true }
  })
  const isBlind = !client.filters.offered.some((name) => known.has(name)) && !specs.some(({ isEnabled }) => isEnabled)
  const defaults = isBlind ? defaultsOf(session) : []
  const added = defaults.map((filter) => filterSpec(session, client, { filter, isImplicit: true }))
  return { ...at.next, specs: [...specs, ...added] }
}

function served(session: Session, list: BreakpointList, spec: BreakpointSpec): BreakpointSpec {
  const name = spec.raw['filter'] ?? spec.raw['filterId']
  if (typeof name !== 'string' || namesOf(session).has(name)) return spec
  list.problems.set(spec.id, `${session.options.adapterTitle} has no exception filter '${name}'`)
  return { ...spec, isEnabled: false }
}

function filterSpec(
  session: Session,
  client: Client,
  { filter, isImplicit }: { readonly filter: string; readonly isImplicit: boolean },
): BreakpointSpec {
  const raw: JsonObject = { filter }
  return {
    ...entryOf('exception', raw),
    client: client.id,
    id: giveBreakpointId(session.breakpoints),
    isEnabled: true,
    setBy: client.actor,
    aliasOf: undefined,
    isImplicit,
    hits: 0,
  }
}

const announcedFilters = ({ capabilities }: Session) => capabilities.announced?.exceptionBreakpointFilters ?? []

const namesOf = (session: Session): ReadonlySet<string> =>
  new Set(announcedFilters(session).map(({ filter }) => filter))

const defaultsOf = (session: Session): readonly string[] =>
  announcedFilters(session).flatMap((one) => (one.default === true ? [one.filter] : []))
