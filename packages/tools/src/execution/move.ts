import { toolError, type ToolError } from '@dapplex/protocol'
import type { Body, SessionCall } from '../call/call.js'
import { failureText } from '../call/dap-failure.js'
import { present } from '../result/present.js'
import { stateOf, type State } from '../result/session-state.js'
import type { StopReport } from '../digest/describe-stop.js'
import type { Detail } from '../digest/digest.js'
import { fit } from '../digest/fit.js'
import { waitForStop } from '../digest/wait-for-stop.js'
import type { Stop } from '../stop/stop.js'

/** For tools without `max_bytes`. */
const DEFAULT_BYTES = 3000

/** A request that moves the program, and whether to wait for the next stop. */
export interface Move {
  readonly command: string
  readonly threadId: number
  /** The other arguments of the request, without the thread. */
  readonly args?: Body
  readonly wait: boolean
  /** How much of the stop to show; default: the values, in no more than `DEFAULT_BYTES`. */
  readonly detail?: Detail
  /** The stop that the caller has read. The core checks it again when it handles the request (mux 17). */
  readonly expectedStopId?: number | undefined
  /** Makes the error where the adapter refuses; default: STEP_FAILED. */
  readonly refused?: (reason: string) => ToolError
  /** Which stops of other threads also end the wait. */
  readonly also?: (stop: Stop) => boolean
}

/** Moves the program. @throws ToolError STEP_FAILED, or what the core refuses (STOP_CHANGED) */
export async function move(on: SessionCall, spec: Move) {
  return (await moveTelling(on, spec)).report
}

/** Moves the program, and also returns the adapter's answer. */
export async function moveTelling(on: SessionCall, spec: Move) {
  const { command, threadId, args = {}, wait, detail = 'values', expectedStopId, also = () => false } = spec
  // Read before the request: its stop may be recorded before its answer.
  const sinceSeq = on.session.lastSeq()
  const meant = expectedStopId === undefined ? {} : { dapplexStopId: expectedStopId }
  const refused = spec.refused ?? ((reason: string) => stepFailed(on, command, reason))
  const answer = await on.send(command, { threadId, ...args, ...meant })
  if (!answer.success) throw refused(failureText(answer))
  const { body } = answer
  const matches = (stop: Stop) => stopsThread(on, threadId)(stop) || also(stop)
  const stop = wait ? await waitForStop(on, { sinceSeq, matches, detail }) : undefined
  return { body, report: report(on, stop === undefined || spec.detail !== undefined ? stop : fit(stop, DEFAULT_BYTES)) }
}

/** A request of dapplex's own is named by its tool. */
const stepFailed = (on: SessionCall, command: string, reason: string): ToolError =>
  toolError('STEP_FAILED', { command: command.startsWith('dapplex_') ? on.call.tool.name : command, reason })

/** If threads stop one by one, a stop of another thread does not end the step. */
const stopsThread = (on: SessionCall, threadId: number) => (stop: Stop) =>
  on.traits.stops === 'all' || stop.threadId === undefined || stop.threadId === threadId

export const report = (on: SessionCall, stop: StopReport | undefined) =>
  present({ success: true as const, ...stop, state: stateAfter(on, stop) })

/** A stop that lasted while it was described is the state, whatever has happened since. */
function stateAfter(on: SessionCall, stop: StopReport | undefined): State {
  if (stop?.reason === 'exited') return 'exited'
  return stop?.stopped === true && stop.still_stopped !== false ? 'stopped' : stateOf(on.view)
}

/** Checks a request to a running program. @throws ToolError STOP_CHANGED if there has been another stop since */
export function demandLatestStop(on: SessionCall, expected: number | undefined): void {
  const { stopId, stop } = on.view
  if (expected === undefined || expected === stopId) return
  throw toolError('STOP_CHANGED', { expected, actual: stopId, by: stop?.by?.name ?? 'another client' })
}

/** @throws ToolError STOP_CHANGED if the program is not at the stop that the caller has read */
export function demandStop(on: SessionCall, expected: number | undefined, threadId: number | undefined): void {
  if (expected === undefined) return
  const { phase, stopId, stop } = on.view
  if (phase !== 'stopped') {
    const data = { expected, actual: stopId, by: 'another client' }
    throw toolError('STOP_CHANGED', data, `Stop ${expected} is over: the program is ${stateOf(on.view)}`)
  }
  // A later stop of another thread does not move this thread.
  const isOther = on.traits.stops === 'thread' && threadId !== undefined && stop?.threadId !== threadId
  if (stopId !== expected && !isOther)
    throw toolError('STOP_CHANGED', { expected, actual: stopId, by: stop?.by?.name ?? 'another client' })
}
