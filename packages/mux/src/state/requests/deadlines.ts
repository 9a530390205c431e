import type { Asked, Awaited } from '../clients/client.js'

/**
 * One timer for the deadlines of all requests (mux 26). The times themselves stand in the requests: those that are open are
 * looked through when the timer fires, so that a request which is answered in time costs nothing and is not kept.
 */
export interface Deadlines {
  /** When the timer fires; Infinity while it is off. */
  firesAt: number
  /** Requests that the multiplexer has answered itself, and whose answer by the adapter is still due. */
  readonly givenUp: Set<Asked>
  /** Time of the latest message of the adapter. */
  lastHeard: number
  /** Since when the adapter has been marked as silent, and by which request that showed. */
  unresponsive: { readonly command: string; readonly since: number } | undefined
}

export const createDeadlines = (): Deadlines => ({
  firesAt: Infinity,
  givenUp: new Set(),
  lastHeard: 0,
  unresponsive: undefined,
})

/** A deadline that has come. */
export interface Due {
  readonly at: number
  readonly asked: Asked
  readonly until: Awaited
}

/**
 * The deadlines of these requests up to `now`, earliest first. Each is given once: afterwards the request has it no more.
 */
export function takeDue(requests: Iterable<Asked>, now: number): Due[] {
  const due: Due[] = []
  for (const asked of requests)
    for (const until of AWAITED) {
      const at = asked.deadlines[until]
      if (at > now) continue
      asked.deadlines[until] = Infinity
      due.push({ at, asked, until })
    }
  return due.sort((one, other) => one.at - other.at)
}

/** Whether a request has a deadline that has not come yet. */
export const isAwaited = ({ deadlines }: Asked): boolean => AWAITED.some((until) => deadlines[until] !== Infinity)

/** The earliest deadline of these requests; Infinity if they have none. */
export function earliestDue(requests: Iterable<Asked>): number {
  let earliest = Infinity
  for (const { deadlines } of requests) for (const until of AWAITED) earliest = Math.min(earliest, deadlines[until])
  return earliest
}

const AWAITED: readonly Awaited[] = ['answered', 'admitted', 'prompt', 'cancelled']
