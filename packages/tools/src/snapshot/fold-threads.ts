import { present } from '../result/present.js'
import type { SeenThread } from './read-threads.js'
import type { Wait } from './thread-waits.js'

/** Threads that stand alike. */
export interface ThreadGroup {
  readonly count: number
  readonly thread_ids: number[]
  readonly name: string
  readonly state: 'running' | 'stopped'
  readonly waits_for?: string
  readonly stack: string[]
}

/** Threads that wait alike. Where they stand is told with their stacks. */
export interface WaitGroup extends Omit<Wait, 'thread_id' | 'location'> {
  readonly count: number
  readonly thread_ids: number[]
}

/** Ids that are listed of one group. */
const MOST_IDS = 20

/**
 * Threads with equal stacks become one row, in the order of their first, those of the runtime at the end; those that wait
 * for other things stay apart.
 */
export function foldThreads(threads: readonly SeenThread[]): ThreadGroup[] {
  const ordered = [...threads.filter(hasCode), ...threads.filter((one) => !hasCode(one))]
  const groups = grouped(ordered, ({ state, stack, wait }) => JSON.stringify([state, stack, wait?.waits_for]))
  return groups.map((group) => {
    const [{ name, state, stack, wait }] = group
    const ids = group.slice(0, MOST_IDS).map(({ id }) => id)
    return present({ count: group.length, thread_ids: ids, name, state, waits_for: wait?.waits_for, stack })
  })
}

const hasCode = ({ stack }: SeenThread): boolean => stack.length > 0

/** Threads that wait for the same at the same place become one row. */
export function foldWaits(waits: readonly Wait[]): WaitGroup[] {
  const groups = grouped(waits, ({ thread_id: _id, name: _name, ...rest }) => JSON.stringify(rest))
  return groups.map((group) => {
    const [{ thread_id: _id, location: _location, ...first }] = group
    return { count: group.length, thread_ids: group.slice(0, MOST_IDS).map(({ thread_id: id }) => id), ...first }
  })
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}
