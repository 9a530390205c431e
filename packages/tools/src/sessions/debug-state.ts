import { surface, ToolError } from '@dapplex/protocol'
import type { Call } from '../call/call.js'
import type { SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { describeStop } from '../stop/describe-stop.js'
import { clientRows, stateOf } from '../result/session-state.js'

export const debugState = implement(surface.debug_state, async (params, call) => {
  const on = sessionOrNone(call, params.session_id)
  if (on === undefined) return { state: 'not_attached' as const, stop_id: 0, clients: [] }
  const { view } = on
  return present({
    state: stateOf(view),
    ...(view.phase === 'ended' ? { reason: view.endReason } : {}),
    ...(view.withoutDebugging === true ? { reason: 'the program runs without debugging' } : {}),
    ...(view.phase === 'stopped' ? await stopMembers(on) : {}),
    stop_id: view.stopId,
    exit_code: view.exitCode,
    signal: view.signal,
    unresponsive: unresponsive(on),
    clients: clientRows(view),
  })
})

/** Having no session is a state, not an error. */
function sessionOrNone(call: Call, sessionId: string | undefined): SessionCall | undefined {
  try {
    return call.on(sessionId)
  } catch (error) {
    if (error instanceof ToolError && error.type === 'NO_SESSION') return undefined
    throw error
  }
}

async function stopMembers(on: SessionCall) {
  const { stop } = on.view
  if (stop === undefined) return {}
  const { reason, thread_id, breakpoint_ids: ids = [], location, exception } = await describeStop(on, stop)
  return { reason, thread_id, breakpoint_id: ids[0], location, exception }
}

function unresponsive(on: SessionCall) {
  const silent = on.view.unresponsive
  return silent === undefined ? undefined : { command: silent.command, since: new Date(silent.since).toISOString() }
}
