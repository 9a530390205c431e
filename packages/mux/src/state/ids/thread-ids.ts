/** Thread ids pass unchanged unless a client could not hold them (mux 5). */
export interface ThreadIds {
  readonly toClient: Map<unknown, number>
  readonly toAdapter: Map<number, unknown>
  next: number
}

const LARGEST = 2 ** 31 - 1

/** Mapped ids are given from the top down: adapters count from the bottom, or use process ids. */
export const createThreadIds = (): ThreadIds => ({ toClient: new Map(), toAdapter: new Map(), next: LARGEST })

const passes = (id: unknown): id is number => typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= LARGEST

/** The id that clients see. */
export function threadToClient(ids: ThreadIds, upstream: unknown): number {
  if (passes(upstream) && !ids.toAdapter.has(upstream)) return upstream
  const known = ids.toClient.get(upstream)
  if (known !== undefined) return known
  const id = ids.next
  ids.next -= 1
  ids.toClient.set(upstream, id)
  ids.toAdapter.set(id, upstream)
  return id
}

export const threadToAdapter = (ids: ThreadIds, id: unknown): unknown =>
  typeof id === 'number' ? (ids.toAdapter.get(id) ?? id) : id
