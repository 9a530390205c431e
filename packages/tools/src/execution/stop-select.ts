import { surface } from '@dapplex/protocol'
import { demandServed } from '../call/ask-served.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { move } from './move.js'
import { threadToMove } from './thread-to-move.js'

const SELECT = {
  command: 'dapplex_stopSelect',
  capability: 'recording to move in',
  reason: 'the program runs: variables_get with a stop_id reads an earlier stop; dapplex replay FILE opens a recording',
} as const

export const stopSelect = implementFitting(surface.stop_select, async ({ session_id, stop_id, detail }, call) => {
  const on = call.on(session_id)
  demandServed(on, SELECT)
  const threadId = await threadToMove(on, {})
  // The stop may be one of another thread.
  return move(on, {
    command: SELECT.command,
    threadId,
    args: { stopId: stop_id },
    wait: true,
    detail,
    also: () => true,
  })
})
