import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { demandPaused } from '../stop/paused-thread.js'
import { readWaits } from './read-waits.js'

export const threadsWaiting = implement(surface.threads_waiting, async (params, call) => {
  const on = call.on(params.session_id)
  demandPaused(on)
  return readWaits(on)
})
