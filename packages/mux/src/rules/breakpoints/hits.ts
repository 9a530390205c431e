import type { JsonObject } from '@dapplex/protocol'
import type { ClientId } from '../../state/contract/input.js'
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
  const hit = ids.flatMap((id) => session.breakpoints.upstream.get(id) ?? [])
  if (!isDataStop(session, body)) return hit
  const data = hit.filter(({ list }) => list.kind === 'data')
  return data.length > 0 ? data : onlyData(session)
}

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

/** Counts the hits and gives the ids of those that somebody has set. */
export function countHits(specs: readonly BreakpointSpec[]): number[] {
  return specs.flatMap((spec) => {
    spec.hits += 1
    return spec.isImplicit === true || spec.client === JOB_OWNER ? [] : [spec.id]
  })
}

/** `hitBreakpointIds` for one client: only the client's breakpoints; left out when there are none (mux 4). */
export function hitsOf(session: Session, client: ClientId): { hitBreakpointIds?: number[] } {
  const ids = session.threads.stop?.breakpointIds ?? []
  const owned = ids.filter((id) => findSpec(session.breakpoints, id)?.spec.client === client)
  return owned.length === 0 ? {} : { hitBreakpointIds: owned }
}

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
