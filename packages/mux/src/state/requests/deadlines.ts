import type { Asked } from '../clients/client.js'

/** When a request is overdue. */
export interface Due {
  readonly at: number
  readonly asked: Asked
  /**
   * What is due: the adapter's answer, the moment from which the request can be done, or, where the answer is known here,
   * a prompt answer of the adapter.
   */
  readonly until: 'answered' | 'admitted' | 'prompt'
}

/**
 * Requests with a deadline, earliest first: a binary heap, and one timer for all of them (mux 26). Answered requests
 * stay in the heap until they are due: that is cheaper than a removal at each answer.
 */
export interface Deadlines {
  readonly heap: Due[]
  /** Whether the timer runs. */
  isTicking: boolean
  /** Time of the latest message of the adapter. */
  lastHeard: number
  /** Since when the adapter has been marked as silent, and by which request that showed. */
  unresponsive: { readonly command: string; readonly since: number } | undefined
}

export const createDeadlines = (): Deadlines => ({ heap: [], isTicking: false, lastHeard: 0, unresponsive: undefined })

export function pushDue(heap: Due[], due: Due): void {
  let index = heap.push(due) - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    if ((heap[parent]?.at ?? 0) <= due.at) break
    swap(heap, index, parent)
    index = parent
  }
}

/** Takes out the earliest, if it is due at `now`. */
export function popDue(heap: Due[], now: number): Due | undefined {
  const [first] = heap
  if (first === undefined || first.at > now) return undefined
  const last = heap.pop()
  if (last !== undefined && last !== first) {
    heap[0] = last
    sink(heap)
  }
  return first
}

function sink(heap: Due[]): void {
  let index = 0
  for (;;) {
    const left = index * 2 + 1
    const right = left + 1
    let least = index
    if (atOf(heap, left) < atOf(heap, least)) least = left
    if (atOf(heap, right) < atOf(heap, least)) least = right
    if (least === index) return
    swap(heap, index, least)
    index = least
  }
}

const atOf = (heap: readonly Due[], index: number): number => heap[index]?.at ?? Infinity

function swap(heap: Due[], a: number, b: number): void {
  const one = heap[a]
  const other = heap[b]
  if (one === undefined || other === undefined) return
  heap[a] = other
  heap[b] = one
}
