import type { JsonObject } from '@dapplex/protocol'
import type { BreakpointSpec } from './breakpoints.js'

/**
 * How a client hears of a thread that stands beside the current one. Some editors continue a thread that stops for any
 * other reason than `pause` while one is already stopped (mux 7).
 */
export const quietStop = (threadId: number): JsonObject => ({
  reason: 'pause',
  threadId,
  preserveFocusHint: true,
  allThreadsStopped: false,
})

/** A stop that is not announced yet. */
export interface Stop {
  /** The adapter's body with translated ids, without `hitBreakpointIds`. */
  readonly body: JsonObject
  readonly threadId: number | undefined
  readonly holdsAll: boolean
  readonly hit: readonly BreakpointSpec[]
  /** The adapter has said what it has hit, be it nothing (`hitBreakpointIds`). */
  readonly namesHits?: boolean
  /** How often each request was met up to here, where the adapter counts that. */
  readonly counts?: ReadonlyMap<number, number>
}

/** The stop as it is told where nobody has asked for what it says. */
export const asPause = (stop: Stop): Stop => ({ ...stop, hit: [], body: { ...stop.body, reason: 'pause' } })
