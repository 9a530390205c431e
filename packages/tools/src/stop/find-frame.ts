import { toolError } from '@dapplex/protocol'
import { epochIn, isSameEpoch, ofOneStop } from '../call/of-one-stop.js'
import type { SessionCall } from '../call/call.js'
import type { Frame } from './frame.js'
import { chosenFrame, pausedThread } from './paused-thread.js'
import { readStack } from './read-stack.js'

export interface FoundFrame {
  readonly threadId: number
  readonly index: number
  readonly frame: Frame
  /** The stop that the frame belongs to. */
  readonly stopId: number
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
  let begun = epochIn(on.view)
  const watch = { begin: () => (begun = epochIn(on.view)), hasMoved: () => !isSameEpoch(begun, on.view) }
  const { value } = await ofOneStop(watch, () => readFrame(on, spec))
  on.call.answersFor(begun.stopId)
  return { ...value, stopId: begun.stopId }
}

async function readFrame(on: SessionCall, spec: FrameSpec): Promise<Omit<FoundFrame, 'stopId'>> {
  const threadId = await pausedThread(on, spec.thread_id)
  const index = spec.frame_index ?? chosenFrame(on, threadId)
  const { frames, total } = await readStack(on, { threadId, start: index, count: 1 })
  const [frame] = frames
  if (frame === undefined) throw toolError('INVALID_FRAME', { frame_index: index, total_frames: total })
  return { threadId, index, frame }
}
