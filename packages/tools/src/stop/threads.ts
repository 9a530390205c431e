import { countIn, listIn, textIn, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'

export interface ThreadName {
  readonly id: number
  readonly name: string
}

/** The threads with their current names. If the adapter does not answer while the program runs, those that the core knows. */
export async function readThreads(on: SessionCall): Promise<readonly ThreadName[]> {
  const known = on.view.threads.map(({ threadId, name }) => ({ id: threadId, name: name ?? '' }))
  if (on.view.phase === 'ended') return known
  const answer = await on.send('threads', {})
  if (!answer.success) return known
  return listIn(answer.body, 'threads').map((thread) => ({
    id: countIn(thread, 'id') ?? 0,
    name: textIn(thread, 'name') ?? '',
  }))
}

/** @throws ToolError INVALID_THREAD for a thread that neither the core nor the adapter knows */
export async function demandThread(on: SessionCall, threadId: number): Promise<void> {
  if (on.view.threads.some((thread) => thread.threadId === threadId)) return
  const threads = await readThreads(on)
  if (!threads.some(({ id }) => id === threadId)) throw toolError('INVALID_THREAD', { thread_id: threadId })
}

/** Whether a thread is stopped. If a stop holds all threads, a thread that the core does not know yet is stopped too. */
export function isStopped(on: SessionCall, threadId: number): boolean {
  const { phase, threads } = on.view
  if (phase !== 'stopped') return false
  const known = threads.find((thread) => thread.threadId === threadId)
  return known?.stopped ?? on.traits.stops === 'all'
}
