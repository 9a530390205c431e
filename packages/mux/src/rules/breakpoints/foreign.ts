import type { BreakpointView } from '@dapplex/protocol'
import { tell } from '../../outbox/to-client.js'
import type { Client } from '../../state/clients/client.js'
import { hears } from '../../state/clients/client.js'
import type { ClientId } from '../../state/contract/input.js'
import type { BreakpointList } from '../../state/program/breakpoints.js'
import { copiesIn, findSpec } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { breakpointBody, shownMessage } from './answer.js'
import { isKnownToOwner } from './changes.js'
import { viewBreakpoints } from './view.js'

/**
 * Tells each editor about the others' breakpoints, once per input that changed any (mux 2): always as
 * `dapplex_breakpoints`; as plain `breakpoint` events only if it asked for that, since an editor adopts those as its own.
 */
export function tellForeign(session: Session): void {
  if (!session.breakpoints.isForeignStale) return
  session.breakpoints.isForeignStale = false
  for (const client of session.clients.values()) if (hears(client)) tellForeignTo(session, client)
}

/** The same for one client that has just joined. */
export function tellForeignTo(session: Session, client: Client): void {
  if (client.actor.kind !== 'editor') return
  const others = viewBreakpoints(session, client.id)
  const printed = JSON.stringify(others)
  if (printed === textTold(session, client.id)) return
  const before = toldTo(session, client.id)
  session.breakpoints.foreignTold.set(client.id, printed)
  tell(session, client, { event: 'dapplex_breakpoints', body: { breakpoints: others } })
  if (client.foreignBreakpoints && session.lifecycle.state.kind !== 'ended')
    tellPlain(session, client, { before, others })
}

const textTold = ({ breakpoints }: Session, client: ClientId): string => breakpoints.foreignTold.get(client) ?? '[]'

const toldTo = (session: Session, client: ClientId) =>
  JSON.parse(textTold(session, client)) as readonly BreakpointView[]

/** Plain events, for a client that opted in: what is new, what has changed and what is gone. */
function tellPlain(
  session: Session,
  client: Client,
  change: { readonly before: readonly BreakpointView[]; readonly others: readonly BreakpointView[] },
): void {
  const now = new Set(change.others.map((view) => view.id))
  const then = new Map(change.before.map((view) => [view.id, printed(view)]))
  for (const { id } of change.before) if (!now.has(id)) withdraw(session, client, id)
  for (const view of change.others) {
    const told = then.get(view.id)
    if (told !== printed(view))
      tellShown(session, client, { id: view.id, reason: told === undefined ? 'new' : 'changed' })
  }
}

/** How often it was met changes nothing of what is shown. */
const printed = ({ hits: _hits, ...view }: BreakpointView): string => JSON.stringify(view)

/** An editor that has adopted a breakpoint knows it by the id of its copy. */
function tellShown(
  session: Session,
  client: Client,
  { id, reason }: { readonly id: number; readonly reason: 'new' | 'changed' },
): void {
  const found = findSpec(session.breakpoints, id)
  if (found === undefined || found.list.kind !== 'source') return
  const copies = copiesOf(session, client.id, id)
  for (const { list, spec } of copies)
    if (isKnownToOwner(list, spec))
      tell(session, client, { event: 'breakpoint', body: { reason, breakpoint: breakpointBody(session, list, spec) } })
  if (copies.length > 0) return
  const { list, spec } = found
  const source = list.owners.get(spec.client)?.source ?? list.source
  const body = breakpointBody(session, list, spec)
  const breakpoint = { source, ...body, message: shownMessage(session, spec, body) }
  tell(session, client, { event: 'breakpoint', body: { reason, breakpoint } })
}

const copiesOf = (session: Session, client: ClientId, original: number) =>
  [...session.breakpoints.lists.values()].flatMap((list) =>
    copiesIn(list.owners.get(client)?.specs ?? [], original).map((spec) => ({ list, spec })),
  )

/** Takes back from an editor what it was shown of another client's breakpoint, and its copy of it. */
function withdraw(session: Session, client: Client, original: number): void {
  const copies = copiesOf(session, client.id, original)
  for (const { list, spec } of copies) {
    const owned = list.owners.get(client.id)
    if (owned !== undefined)
      list.owners.set(client.id, { ...owned, specs: owned.specs.filter(({ id }) => id !== spec.id) })
  }
  for (const id of [...copies.map(({ spec }) => spec.id), original])
    tell(session, client, { event: 'breakpoint', body: { reason: 'removed', breakpoint: { id, verified: false } } })
}

/** An editor keeps the breakpoints that it has adopted for later sessions: it is told to forget them at its end (mux 2). */
export function withdrawAll(session: Session, client: Client): void {
  if (!client.foreignBreakpoints || !hears(client)) return
  for (const { id } of toldTo(session, client.id)) withdraw(session, client, id)
  session.breakpoints.foreignTold.delete(client.id)
}

/**
 * Gives the id of another client's breakpoint that an entry copies, if the client was shown one at that place. A copy is an
 * alias: it adds nothing to the union and is removed with its original (mux 2).
 */
export function aliasesIn(
  session: Session,
  client: ClientId,
  list: BreakpointList,
): (entry: AtPlace) => number | undefined {
  if (session.clients.get(client)?.foreignBreakpoints !== true) return () => undefined
  const ids = new Set([...list.owners.values()].flatMap(({ specs }) => specs.map(({ id }) => id)))
  const byLine = new Map<unknown, number>()
  for (const { id, line, actualLine } of toldTo(session, client))
    for (const at of [line, actualLine]) if (at !== undefined && ids.has(id) && !byLine.has(at)) byLine.set(at, id)
  return ({ raw, condition }) => (condition === undefined ? byLine.get(raw['line']) : undefined)
}

interface AtPlace {
  readonly raw: Readonly<Record<string, unknown>>
  readonly condition?: string
}
