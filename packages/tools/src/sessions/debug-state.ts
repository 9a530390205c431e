import { surface, ToolError, type SessionView } from '@dapplex/protocol'
import type { Call, SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { endReport } from '../digest/describe-end.js'
import { describeStop, type StopReport } from '../digest/describe-stop.js'
import { actorRow, clientRows, stateOf } from '../result/session-state.js'
import { childRows } from './child-rows.js'

export const debugState = implement(surface.debug_state, async (params, call) => {
  const on = sessionOrNone(call, params.session_id)
  if (on === undefined) return { state: 'not_attached' as const, stop_id: 0, clients: [] }
  const { view, members } = await viewWithStop(on)
  on.call.answersFor(view.stopId)
  return present({
    state: stateOf(view),
    ...(view.phase === 'ended' ? { reason: view.endReason } : {}),
    ...(view.withoutDebugging === true ? { reason: 'the program runs without debugging' } : {}),
    ...members,
    stop_id: view.stopId,
    ...(stateOf(view) === 'exited' ? await endReport(on) : {}),
    unresponsive: unresponsive(view),
    job: view.job === undefined ? undefined : { tool: view.job.tool, by: actorRow(view.job.by) },
    children: childRows(on),
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

/** How often the place of a stop is read again because the program has moved meanwhile. */
const MOST_READS = 8

/** A view, and the members that describe its stop. If the program never stands long enough, its place is left out. */
async function viewWithStop(on: SessionCall) {
  for (let left = MOST_READS; left > 0; left -= 1) {
    const { view } = on
    const { stop } = view
    if (view.phase !== 'stopped' || stop === undefined) return { view, members: {} }
    const report = await describeStop(on, stop, 'place')
    if (report.still_stopped !== false) return { view, members: stopMembers(report) }
  }
  const { view } = on
  const { stop } = view
  if (view.phase !== 'stopped' || stop === undefined) return { view, members: {} }
  const { reason, threadId: thread_id, breakpointIds: breakpoint_ids } = stop
  return {
    view,
    members: stopMembers({ stopped: true, ...present({ reason, thread_id, breakpoint_ids: [...breakpoint_ids] }) }),
  }
}

function stopMembers({ reason, thread_id, breakpoint_ids: ids = [], ...rest }: StopReport) {
  const { location, exception, recorded_stop } = rest
  return { reason, thread_id, breakpoint_id: ids[0], location, exception, recorded_stop }
}

function unresponsive({ unresponsive: silent }: SessionView) {
  return silent === undefined ? undefined : { command: silent.command, since: new Date(silent.since).toISOString() }
}
