import type { SessionCall } from '../call/call.js'
import { pausedThread } from '../stop/paused-thread.js'
import { demandThread } from '../stop/threads.js'
import { demandStop } from './move.js'

/** How a caller names the thread to move. */
interface MoveSpec {
  readonly thread_id?: number | undefined
  readonly expected_stop_id?: number | undefined
}

/** If threads stop one by one, the number of the latest stop says nothing about this thread. */
export const expectedOf = (on: SessionCall, spec: MoveSpec) =>
  on.traits.stops === 'all' ? spec.expected_stop_id : undefined

/** @throws ToolError INVALID_THREAD, STOP_CHANGED, NOT_PAUSED */
export async function threadToMove(on: SessionCall, spec: MoveSpec): Promise<number> {
  if (spec.thread_id !== undefined) await demandThread(on, spec.thread_id)
  demandStop(on, spec.expected_stop_id, spec.thread_id)
  return pausedThread(on, spec.thread_id)
}
