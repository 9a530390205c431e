import { surface } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { readPlace } from '../past/at-stop.js'
import type { Selection } from '../port/dap-session.js'
import { findFrame } from '../stop/find-frame.js'
import { demandThread } from '../stop/threads.js'

export const threadSelect = implement(surface.thread_select, async (params, call) => {
  const on = call.on(params.session_id)
  const { on: there } = await readPlace(on, undefined)
  await demandThread(there, params.thread_id)
  return select(on, { threadId: params.thread_id, frameIndex: 0, stopId: there.view.stopId })
})

export const frameSelect = implement(surface.frame_select, async (params, call) => {
  const on = call.on(params.session_id)
  const { threadId, index, stopId } = await findFrame((await readPlace(on, undefined)).on, params)
  return select(on, { threadId, frameIndex: index, stopId })
})

function select(on: SessionCall, selection: Selection) {
  const { threadId = 0, frameIndex } = Object.assign(on.session.selection, selection)
  return { success: true as const, thread_id: threadId, frame_index: frameIndex }
}
