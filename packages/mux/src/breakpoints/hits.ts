import type { ClientId } from '../input.js'
import type { Session } from '../session.js'
import type { BreakpointWish } from './breakpoints.js'
import type { Placed } from './place.js'
import { findWish } from './breakpoints.js'

/** What a stop hit, by the adapter's numbers; numbers it has not told us about are left out. */
export function slotsHit(session: Session, upstreamIds: unknown): Placed[] {
  if (!Array.isArray(upstreamIds)) return []
  return upstreamIds.flatMap((id: unknown) => session.breakpoints.upstream.get(id) ?? [])
}

/** Counts the hits and gives the ids of all of them. */
export function countHits(wishes: readonly BreakpointWish[]): number[] {
  return wishes.map((wish) => {
    wish.hits += 1
    return wish.id
  })
}

/** `hitBreakpointIds` for one client: only its own, and left out when empty (mux 4). */
export function hitsOf(session: Session, client: ClientId): { hitBreakpointIds?: number[] } {
  const ids = session.threads.stop?.breakpointIds ?? []
  const own = ids.filter((id) => findWish(session.breakpoints, id)?.wish.client === client)
  return own.length === 0 ? {} : { hitBreakpointIds: own }
}
