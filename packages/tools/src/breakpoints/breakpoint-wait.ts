import { surface, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { describeEnd } from '../digest/describe-end.js'
import { describeStop, type StopReport } from '../digest/describe-stop.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { recordedStop, waitForStop } from '../digest/wait-for-stop.js'
import type { Stop } from '../stop/stop.js'

export const breakpointWait = implementFitting(surface.breakpoint_wait, async (params, call) => {
  const on = call.on(params.session_id)
  const { breakpoint_id: wanted, since_stop_id: since, detail } = params
  const sinceSeq = on.session.lastSeq()
  const { phase, stop, breakpoints } = on.view
  if (wanted !== undefined && !breakpoints.some(({ id }) => id === wanted))
    throw toolError('BREAKPOINT_NOT_FOUND', { id: wanted })
  const isHit = hits(wanted, since)
  const current = stop !== undefined && phase === 'stopped' && isHit(stop) ? stop : undefined
  const known = since === undefined ? current : recordedStop(on, since, isHit)
  if (known !== undefined) return describeHit(on, await describeStop(on, known, detail), wanted)
  const report = phase === 'ended' ? await describeEnd(on) : await waitForStop(on, { sinceSeq, matches: isHit, detail })
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
  const { stopped: _stopped, reason: _reason, breakpoint_ids: ids = [], ...shown } = report
  const id = wanted ?? ids[0]
  return present({
    hit: true,
    breakpoint_id: id,
    breakpoint_ids: ids.length > 1 ? ids : undefined,
    hit_count: on.view.breakpoints.find((one) => one.id === id)?.hits,
    ...shown,
  })
}

function noHit({ stopped: _stopped, reason, ...shown }: StopReport, timeoutMs: number) {
  if (reason === 'timeout')
    return { hit: false, reason, message: `No breakpoint was hit within ${timeoutMs} ms`, ...shown } as const
  return { hit: false, reason: 'exited', message: 'The program ended before a breakpoint was hit', ...shown } as const
}
