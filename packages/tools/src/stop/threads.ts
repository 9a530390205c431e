import { countIn, listIn, textIn, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'

export interface ThreadName {
  readonly id: number
  readonly name: string
}

/** The threads as the adapter names them now; as the core knows them where the adapter does not answer while it runs. */
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

/** Whether a thread stands still. Where a stop holds all threads, one that the core has not met yet stands still too. */
export function isStopped(on: SessionCall, threadId: number): boolean {
  const { phase, threads } = on.view
  if (phase !== 'stopped') return false
  const known = threads.find((thread) => thread.threadId === threadId)
  return known?.stopped ?? on.traits.stops === 'all'
}
