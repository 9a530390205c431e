import { basename } from 'node:path'
import type { SessionEvent } from '@dapplex/protocol'
import { asKnown, launchedRow, refusedRow } from '../breakpoints/breakpoint-row.js'
import type { SessionCall } from '../call/call.js'
import { describeEnd } from '../digest/describe-end.js'
import { describeStop, type StopReport } from '../digest/describe-stop.js'
import type { Detail } from '../digest/digest.js'
import { withoutFile } from '../stop/location.js'
import { stoppedBelow, waitInTree } from '../digest/tree-wait.js'
import { isEnd } from '../digest/wait-for-stop.js'
import type { DapSession } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { stateOf } from '../result/session-state.js'
import { childRows } from './child-rows.js'

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
  const rows = [...known.map(launchedRow), ...session.refused.map(refusedRow)]
  const breakpoints = rows.map((row) => withoutFile(row, report?.location?.file))
  return present({
    ...report,
    success: true as const,
    session_id: session.id,
    pid: view.process?.systemProcessId,
    state: report === undefined ? stateOf(view) : report.stopped ? ('stopped' as const) : ('exited' as const),
    message: startMessage(on, report),
    breakpoints: breakpoints.length === 0 ? undefined : breakpoints,
    children: childRows(on),
  })
}

/** Until the program, or what it has started, stops for the first time, or the program ends. A program that does neither is left to run. */
async function untilItShows(on: SessionCall, { wait_ms: waitMs, sinceSeq }: StartSpec): Promise<void> {
  const matches = (event: SessionEvent) => event.kind === 'stopped' || isEnd(event)
  if (waitMs > 0 && stoppedBelow(on) === undefined) await waitInTree(on, { matches, timeoutMs: waitMs, sinceSeq })
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

/** Says in one sentence what the start led to, and what is not safe about it. */
function startMessage(on: SessionCall, report: StopReport | undefined): string {
  const { warning } = on.session
  return `${outcome(on, report)}${warning === undefined ? '' : `. Warning: ${warning}`}`
}

function outcome(on: SessionCall, report: StopReport | undefined): string {
  const { session, view } = on
  const what =
    session.tests === undefined ? programText(session) : `${session.tests.framework} in ${session.tests.root}`
  if (report?.passed !== undefined) return `${what} has ended: ${countsText(report)}`
  if (report === undefined) {
    const child = stoppedBelow(on)
    const shown = child === undefined ? '' : `; ${nameOf(child)} is stopped: wait_for_stop shows where`
    return `${what} is running${view.withoutDebugging === true ? ' without debugging' : ''}${shown}`
  }
  if (!report.stopped)
    return `${what} has ended${view.exitCode === undefined ? '' : ` with exit code ${view.exitCode}`}`
  const { file, line } = { ...report.location, ...report.exception?.raised_at }
  return file === undefined ? `${what} is stopped (${report.reason})` : `Stopped at ${basename(file)}:${line ?? '?'}`
}

const programText = ({ program, adapter }: SessionCall['session']): string =>
  program === undefined ? `The program (${adapter.title})` : basename(program)

const countsText = ({ passed = 0, failed = 0, skipped = 0 }: StopReport): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

const nameOf = (child: DapSession): string =>
  `session ${child.id} (${child.view().process?.name ?? 'what it has started'})`
