import { surface, toolError } from '@dapplex/protocol'
import { demandServed } from '../call/ask-served.js'
import { implement } from '../call/tool.js'
import { move } from '../execution/move.js'
import { expectedOf, threadToMove } from '../execution/thread-to-move.js'
import { findFrame } from '../stop/find-frame.js'

/** DAP, `restartFrame`. The core treats it as a resume and applies the rules for that. */
export const frameRestart = implement(surface.frame_restart, async (params, call) => {
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  const { frame } = await findFrame(on, { thread_id: threadId, frame_index: params.frame_index })
  const capability = 'supportsRestartFrame'
  if (!on.can(capability)) {
    const reason = 'its language cannot unwind a frame and call it again; debug_restart starts the program again'
    throw toolError('UNSUPPORTED', { capability, adapter: on.session.adapter.title, reason })
  }
  const args = { frameId: frame.id }
  return move(on, {
    command: 'restartFrame',
    threadId,
    args,
    wait: params.wait,
    expectedStopId: expectedOf(on, params),
  })
})

export const frameReturn = implement(surface.frame_return, async (params, call) => {
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  const { frame } = await findFrame(on, { thread_id: threadId, frame_index: params.frame_index })
  const command = 'dapplex_frameReturn'
  const reason = 'DAP has no such request; use set_variable and debug_step with action out instead'
  demandServed(on, { command, capability: 'frameReturn', reason })
  return move(on, { command, threadId, args: { frameId: frame.id, value: params.value }, wait: params.wait })
})
