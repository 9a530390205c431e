import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import type { Frame } from './frame.js'
import { chosenFrame, pausedThread } from './paused-thread.js'
import { readStack } from './read-stack.js'

export interface FoundFrame {
  readonly threadId: number
  readonly index: number
  readonly frame: Frame
}

/** How a caller names a frame. */
export interface FrameSpec {
  readonly thread_id?: number | undefined
  readonly frame_index?: number | undefined
}

/**
 * The frame of a call: the thread and index that it names, else the chosen ones, else the top frame of the current thread.
 * @throws ToolError INVALID_THREAD, NOT_PAUSED, INVALID_FRAME, STACKTRACE_FAILED
 */
export async function findFrame(on: SessionCall, spec: FrameSpec): Promise<FoundFrame> {
  const threadId = await pausedThread(on, spec.thread_id)
  const index = spec.frame_index ?? chosenFrame(on, threadId)
  const { frames, total } = await readStack(on, { threadId, start: index, count: 1 })
  const [frame] = frames
  if (frame === undefined) throw toolError('INVALID_FRAME', { frame_index: index, total_frames: total })
  return { threadId, index, frame }
}
