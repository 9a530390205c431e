import type { PausedCallFrame, PausedEvent, PauseData, Runtime } from '../inspector/methods.js'
import type { Frame } from './frame.js'

/** Why the program is stopped, as DAP names it (`stopped.reason`). */
export type StopReason = 'entry' | 'breakpoint' | 'step' | 'pause' | 'exception' | 'restart'

export interface ThrownValue {
  readonly object: Runtime.RemoteObject
  readonly isUncaught: boolean
}

/** The program is stopped here until it resumes. */
export interface Stop {
  readonly reason: StopReason
  /** A longer description for people. */
  readonly description: string
  readonly text?: string
  readonly hitBreakpointIds: readonly number[]
  readonly exception?: ThrownValue
  readonly frames: readonly Frame[]
  readonly paused: PausedEvent
}

/** V8 gives one reason, or `ambiguous` and a list of them. */
export function hasReason({ reason, data }: PausedEvent, wanted: string): boolean {
  return reason === wanted || (data?.reasons?.some((one) => one.reason === wanted) ?? false)
}

/** The exception for which V8 stopped. */
export function thrownValue({ reason, data }: PausedEvent): ThrownValue | undefined {
  const isThrow = (one: string) => one === 'exception' || one === 'promiseRejection'
  const thrown = isThrow(reason) ? data : data?.reasons?.find((one) => isThrow(one.reason))?.auxData
  if (!isRemoteObject(thrown)) return undefined
  return { object: thrown, isUncaught: thrown.uncaught ?? false }
}

const isRemoteObject = (data: PauseData | undefined): data is PauseData & Runtime.RemoteObject =>
  data?.type !== undefined

/** The call in which expressions without a frame of their own are evaluated. */
export const topCall = ({ paused }: Stop): PausedCallFrame | undefined => paused.callFrames[0]
