import { surface, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { describeEnd, showStop, type StopReport } from '../stop/describe-stop.js'
import type { Stop } from '../stop/stop.js'
import { recordedStop, waitForStop } from '../stop/wait-for-stop.js'

export const breakpointWait = implement(surface.breakpoint_wait, async (params, call) => {
  const on = call.on(params.session_id)
  const { breakpoint_id: wanted, since_stop_id: since } = params
  const sinceSeq = on.session.lastSeq()
  const { phase, stop, breakpoints } = on.view
  if (wanted !== undefined && !breakpoints.some(({ id }) => id === wanted))
    throw toolError('BREAKPOINT_NOT_FOUND', { id: wanted })
  const isHit = hits(wanted, since)
  const current = stop !== undefined && phase === 'stopped' && isHit(stop) ? stop : undefined
  const known = since === undefined ? current : recordedStop(on, since, isHit)
  if (known !== undefined) return describeHit(on, await showStop(on, known), wanted)
  const report = phase === 'ended' ? describeEnd(on) : await waitForStop(on, { sinceSeq, matches: isHit })
  return report.stopped ? describeHit(on, report, wanted) : noHit(report, params.timeout_ms)
})

/** If the adapter does not say which breakpoint was hit, and the core cannot find it by its place, the reason decides. */
const hits =
  (wanted: number | undefined, since = -1) =>
  ({ stopId, breakpointIds, reason }: Stop): boolean => {
    if (stopId <= since) return false
    if (wanted !== undefined) return breakpointIds.includes(wanted)
    return breakpointIds.length > 0 || reason.endsWith('breakpoint')
  }

function describeHit(on: SessionCall, report: StopReport, wanted: number | undefined) {
  const ids = report.breakpoint_ids ?? []
  const id = wanted ?? ids[0]
  return present({
    hit: true,
    breakpoint_id: id,
    breakpoint_ids: ids.length > 1 ? ids : undefined,
    thread_id: report.thread_id,
    location: report.location,
    hit_count: on.view.breakpoints.find((one) => one.id === id)?.hits,
    stop_id: report.stop_id,
    still_stopped: report.still_stopped,
    source_lines: report.source_lines,
    locals: report.locals,
    locals_truncated: report.locals_truncated,
  })
}

function noHit({ reason }: StopReport, timeoutMs: number) {
  if (reason === 'timeout')
    return { hit: false, reason, message: `No breakpoint was hit within ${timeoutMs} ms` } as const
  return { hit: false, reason: 'exited', message: 'The program ended before a breakpoint was hit' } as const
}
