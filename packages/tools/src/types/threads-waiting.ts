import { surface } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import { implement } from '../call/tool.js'
import { demandPaused } from '../stop/paused-thread.js'

const REQUEST = {
  command: 'dapplex_threadsWaiting',
  capability: 'threadsWaiting',
  reason: 'it cannot tell what a thread waits for; stacktrace_get shows where each thread is',
} as const

export const threadsWaiting = implement(surface.threads_waiting, async (params, call) => {
  const on = call.on(params.session_id)
  demandPaused(on)
  return askServed(on, REQUEST, {})
})
