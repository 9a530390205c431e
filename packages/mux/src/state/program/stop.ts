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
}
