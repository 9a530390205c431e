import { present } from '../result/present.js'
import type { SeenThread } from './read-threads.js'

/** Threads that stand alike. */
export interface ThreadGroup {
  readonly count: number
  readonly thread_ids: number[]
  readonly name: string
  readonly state: 'running' | 'stopped'
  readonly waits_for?: string
  readonly stack: string[]
}

/** Ids that are listed of one group. */
const MOST_IDS = 20

/**
 * Threads with equal stacks become one row, in the order of their first, those of the runtime at the end; those that wait
 * for other things stay apart.
 */
export function foldThreads(threads: readonly SeenThread[]): ThreadGroup[] {
  const groups = new Map<string, [SeenThread, ...SeenThread[]]>()
  const ordered = [...threads.filter(hasCode), ...threads.filter((one) => !hasCode(one))]
  for (const thread of ordered) {
    const key = JSON.stringify([thread.state, thread.stack, thread.wait?.waits_for])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thread])
    else group.push(thread)
  }
  return [...groups.values()].map((group) => {
    const [{ name, state, stack, wait }] = group
    const ids = group.slice(0, MOST_IDS).map(({ id }) => id)
    return present({ count: group.length, thread_ids: ids, name, state, waits_for: wait?.waits_for, stack })
  })
}

const hasCode = ({ stack }: SeenThread): boolean => stack.length > 0
