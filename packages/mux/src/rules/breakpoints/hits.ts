import type { Actor, JsonObject } from '@dapplex/protocol'
import type { Client } from '../../state/clients/client.js'
import type { BreakpointList, BreakpointSpec, Placed } from '../../state/program/breakpoints.js'
import { allSpecs, findSpec, JOB_OWNER, SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'

const OUTLIVED = 'what it watched belonged to the run before: set it again with data_breakpoint_set'

/**
 * The slots that a stop hit, by the adapter's ids. Ids that no answer has named are left out. Some adapters number data breakpoints
 * on their own, beside the others, and do not tell the numbers (lldb-dap 19): a stop at one means the only one there is.
 */
export function slotsHit(session: Session, body: JsonObject): Placed[] {
  const { hitBreakpointIds } = body
  const ids: readonly unknown[] = Array.isArray(hitBreakpointIds) ? hitBreakpointIds : []
  const hit = ids.flatMap((id) => session.breakpoints.upstream.get(id) ?? formerOf(session, id))
  if (!isDataStop(session, body)) return hit
  const data = hit.filter(({ list }) => list.kind === 'data')
  return data.length > 0 ? data : onlyData(session)
}

/** A breakpoint of the last job that the adapter has taken out meanwhile. */
const formerOf = ({ jobs }: Session, id: unknown): readonly Placed[] =>
  jobs.former.filter(({ slot }) => slot.answer?.['id'] === id)

function isDataStop({ options: { traits } }: Session, { reason, description }: JsonObject): boolean {
  if (reason === 'data breakpoint') return true
  return (
    traits.dataStop !== undefined && typeof description === 'string' && new RegExp(traits.dataStop).test(description)
  )
}

function onlyData({ breakpoints }: Session): Placed[] {
  const placed = [...breakpoints.lists.values()].flatMap((list) =>
    list.kind === 'data' ? list.slots.map((slot) => ({ list, slot })) : [],
  )
  return placed.length === 1 ? placed : []
}

/** How often each request was met up to this stop, by its id, where the adapter counts that (`dapplexHitCounts`, beside `hitBreakpointIds`). */
export function hitCounts({ breakpoints }: Session, body: JsonObject): ReadonlyMap<number, number> {
  const { hitBreakpointIds: ids, dapplexHitCounts: counts } = body
  const told = new Map<number, number>()
  if (!Array.isArray(ids) || !Array.isArray(counts)) return told
  ids.forEach((id, index) => {
    const count: unknown = counts[index]
    if (typeof count !== 'number') return
    for (const spec of breakpoints.upstream.get(id)?.slot.specs ?? []) told.set(spec.id, count)
  })
  return told
}

/** Counts the hits and gives the ids of those that somebody has set. */
export function countHits(specs: readonly BreakpointSpec[], told: ReadonlyMap<number, number> | undefined): number[] {
  return specs.flatMap((spec) => {
    spec.hits = told?.get(spec.id) ?? spec.hits + 1
    return spec.isImplicit === true || spec.client === JOB_OWNER ? [] : [spec.id]
  })
}

/**
 * What a stop says to one client of the breakpoints that it hit: the ids of its own, or, to an editor that has none there, whose
 * they are (mux 4).
 */
export function hitsOf(session: Session, client: Client): { hitBreakpointIds?: number[]; description?: string } {
  const ids = session.threads.stop?.breakpointIds ?? []
  const hit = ids.flatMap((id) => findSpec(session.breakpoints, id) ?? [])
  const owned = hit.filter(({ spec }) => spec.client === client.id).map(({ spec }) => spec.id)
  if (owned.length > 0) return { hitBreakpointIds: owned }
  const lines = hit.filter(({ list }) => list.kind !== 'exception')
  const names = new Set(lines.flatMap(({ spec }) => authorOf(session, spec)?.name ?? []))
  if (client.actor.kind !== 'editor' || names.size === 0) return {}
  return { description: `at a breakpoint of ${[...names].join(' and ')}` }
}

const authorOf = ({ clients }: Session, { client, setBy }: BreakpointSpec): Actor | undefined =>
  clients.get(client)?.actor ?? setBy

/** Another run of the program begins: hits are counted from its start, and its code may be another. */
export function forgetRun({ breakpoints }: Session): void {
  for (const { spec } of allSpecs(breakpoints)) spec.hits = 0
  for (const list of breakpoints.lists.values()) {
    if (list.kind === 'data') forgetData(list)
    list.passes.clear()
    list.isLoaded = false
    list.shifts.clear()
  }
}

/** The objects of the last run are gone, and the adapter's ids of them name nothing. */
function forgetData(list: BreakpointList): void {
  const ownerList = list.owners.get(SESSION_OWNER)
  if (ownerList === undefined) return
  const isOver = ({ watched }: BreakpointSpec) => watched?.isOfRun === true
  for (const { id } of ownerList.specs.filter(isOver)) list.problems.set(id, OUTLIVED)
  const specs = ownerList.specs.map((spec) => (isOver(spec) ? { ...spec, isEnabled: false } : spec))
  list.owners.set(SESSION_OWNER, { ...ownerList, specs })
}
