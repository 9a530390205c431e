import { basename } from 'node:path'
import type { SessionEvent } from '@dapplex/protocol'
import { asKnown, launchedRow, refusedRow } from '../breakpoints/breakpoint-row.js'
import type { SessionCall } from '../call/call.js'
import { describeEnd } from '../digest/describe-end.js'
import { describeStop, type StopReport } from '../digest/describe-stop.js'
import type { Detail } from '../digest/digest.js'
import { isEnd } from '../digest/wait-for-stop.js'
import { present } from '../result/present.js'
import { stateOf } from '../result/session-state.js'

/** What a start waits for after it has succeeded, and what it shows. */
export interface StartSpec {
  /** Milliseconds for the first stop or the end. */
  readonly wait_ms: number
  readonly detail: Detail
  /** Events after this one count. */
  readonly sinceSeq: number
}

/** The result of a launch or restart: the session, its process, its breakpoints, and where it is stopped or how it ended. */
export async function startResult(on: SessionCall, spec: StartSpec) {
  if (stateOf(on.view) === 'running') await untilItShows(on, spec)
  const report = await reportOf(on, spec.detail)
  const { session, view } = on
  const own = view.breakpoints.filter(({ owner }) => owner === undefined)
  const known = await Promise.all(own.map((one) => asKnown(on, one)))
  const breakpoints = [...known.map(launchedRow), ...session.refused.map(refusedRow)]
  return present({
    ...report,
    success: true as const,
    session_id: session.id,
    pid: view.process?.systemProcessId,
    state: report === undefined ? stateOf(view) : report.stopped ? ('stopped' as const) : ('exited' as const),
    message: startMessage(on, report),
    breakpoints: breakpoints.length === 0 ? undefined : breakpoints,
  })
}

/** Until the program stops for the first time or ends. A program that does neither is left to run. */
async function untilItShows(on: SessionCall, { wait_ms: waitMs, sinceSeq }: StartSpec): Promise<void> {
  const { timeoutMs, ...rest } = on.call.rest()
  const shows = (event: SessionEvent) => event.kind === 'stopped' || isEnd(event)
  if (waitMs > 0) await on.session.waitFor(shows, { ...rest, timeoutMs: Math.min(waitMs, timeoutMs), sinceSeq })
}

async function reportOf(on: SessionCall, detail: Detail): Promise<StopReport | undefined> {
  const { view } = on
  switch (stateOf(view)) {
    case 'running':
      return undefined
    case 'stopped':
      return view.stop === undefined ? undefined : describeStop(on, view.stop, detail)
    case 'exited':
      return describeEnd(on)
  }
}

/** Says in one sentence what the start led to. */
function startMessage({ session, view }: SessionCall, report: StopReport | undefined): string {
  const what = `${session.program ?? 'The program'} (${session.adapter.title})`
  if (report === undefined) return `${what} is running${view.withoutDebugging === true ? ' without debugging' : ''}`
  if (!report.stopped)
    return `${what} has ended${view.exitCode === undefined ? '' : ` with exit code ${view.exitCode}`}`
  const { file, line } = report.exception?.raised_at ?? report.location ?? {}
  return `${what} is stopped (${report.reason})${file === undefined ? '' : ` at ${basename(file)}:${line ?? '?'}`}`
}
