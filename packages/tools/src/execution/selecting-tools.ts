import { surface } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import { findFrame } from '../stop/find-frame.js'
import { demandThread } from '../stop/threads.js'

export const threadSelect = implement(surface.thread_select, async (params, call) => {
  const on = call.on(params.session_id)
  await demandThread(on, params.thread_id)
  return select(on, params.thread_id, 0)
})

export const frameSelect = implement(surface.frame_select, async (params, call) => {
  const on = call.on(params.session_id)
  const { threadId, index } = await findFrame(on, params)
  return select(on, threadId, index)
})

function select(on: SessionCall, threadId: number, frameIndex: number) {
  Object.assign(on.session.selection, { threadId, frameIndex, stopId: on.view.stopId })
  return { success: true as const, thread_id: threadId, frame_index: frameIndex }
}
