import type { JsonObject } from '@dapplex/protocol'
import type { BreakpointSpec } from './breakpoints.js'

/** A stop as it is about to be told. */
export interface Stop {
  /** The adapter's body with our ids, without `hitBreakpointIds`. */
  readonly body: JsonObject
  readonly threadId: number | undefined
  readonly holdsAll: boolean
  readonly hit: readonly BreakpointSpec[]
}
