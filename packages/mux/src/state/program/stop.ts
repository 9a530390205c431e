import type { JsonObject } from '@dapplex/protocol'
import type { BreakpointSpec } from './breakpoints.js'

/** A stop that is not announced yet. */
export interface Stop {
  /** The adapter's body with translated ids, without `hitBreakpointIds`. */
  readonly body: JsonObject
  readonly threadId: number | undefined
  readonly holdsAll: boolean
  readonly hit: readonly BreakpointSpec[]
}
