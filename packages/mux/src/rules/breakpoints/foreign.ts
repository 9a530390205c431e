import type { BreakpointView } from '@dapplex/protocol'
import { tell } from '../../outbox/to-client.js'
import type { Client } from '../../state/clients/client.js'
import { hears } from '../../state/clients/client.js'
import type { ClientId } from '../../state/contract/input.js'
import type { BreakpointList, BreakpointSpec } from '../../state/program/breakpoints.js'
import { allSpecs, findSpec } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { breakpointBody } from './answer.js'
import type { Entry } from './decode.js'
import { viewBreakpoints } from './view.js'

/**
 * Tells each editor about the others' breakpoints, once per input that changed any (mux 2): always as
 * `dapplex_breakpoints`; as plain `new` and `removed` events only if it asked for that, since an editor adopts those as
 * its own, without their conditions.
 */
export function tellForeign(session: Session): void {
  if (!session.breakpoints.isForeignStale) return
  session.breakpoints.isForeignStale = false
  const views = viewBreakpoints(session)
  for (const client of session.clients.values()) if (hears(client)) tellForeignTo(session, client, views)
}

/** The same for one client that has just joined. */
export function tellForeignTo(session: Session, client: Client, views = viewBreakpoints(session)): void {
  if (client.actor.kind !== 'editor') return
  const owned = new Set(ownedBy(session, client.id))
  const others = views.filter((view) => !owned.has(view.id))
  const printed = JSON.stringify(others)
  const before = session.breakpoints.foreignTold.get(client.id) ?? '[]'
  if (printed === before) return
  session.breakpoints.foreignTold.set(client.id, printed)
  tell(session, client, { event: 'dapplex_breakpoints', body: { breakpoints: others } })
  if (client.foreignBreakpoints) tellPlain(session, client, { before: JSON.parse(before) as BreakpointView[], others })
}

function* ownedBy(session: Session, client: ClientId): Generator<number> {
  for (const { spec } of allSpecs(session.breakpoints)) if (spec.client === client) yield spec.id
}

/** Plain events, for a client that opted in: what is new and what is gone. */
function tellPlain(
  session: Session,
  client: Client,
  change: { readonly before: readonly BreakpointView[]; readonly others: readonly BreakpointView[] },
): void {
  const now = new Set(change.others.map((view) => view.id))
  const then = new Set(change.before.map((view) => view.id))
  for (const { id } of change.before)
    if (!now.has(id))
      tell(session, client, { event: 'breakpoint', body: { reason: 'removed', breakpoint: { id, verified: false } } })
  for (const { id } of change.others) {
    const found = then.has(id) ? undefined : findSpec(session.breakpoints, id)
    if (found === undefined || found.list.kind !== 'source') continue
    const source = found.list.owners.get(found.spec.client)?.source ?? found.list.source
    const breakpoint = { source, ...breakpointBody(session, found.list, found.spec) }
    tell(session, client, { event: 'breakpoint', body: { reason: 'new', breakpoint } })
  }
}

/**
 * The id of another client's breakpoint that this entry copies, if the client was shown one at that place. A copy is an
 * alias: it adds nothing to the union and is removed with its original (mux 2).
 */
export function aliasAt(
  session: Session,
  client: ClientId,
  at: { readonly list: BreakpointList; readonly entry: Entry },
): number | undefined {
  if (session.clients.get(client)?.foreignBreakpoints !== true) return undefined
  const told = JSON.parse(session.breakpoints.foreignTold.get(client) ?? '[]') as readonly BreakpointView[]
  const shown = new Set(told.map((view) => view.id))
  for (const [owner, { specs }] of at.list.owners) {
    if (owner === client) continue
    const original = specs.find((spec) => shown.has(spec.id) && isSameLine(spec, at.entry))
    if (original !== undefined) return original.id
  }
  return undefined
}

const isSameLine = (spec: BreakpointSpec, entry: Entry): boolean =>
  spec.aliasOf === undefined && spec.raw['line'] === entry.raw['line'] && entry.condition === undefined
