import type { Packing } from '../state/packed-outputs.js'
import type { Retention } from './retention.js'
import type { SpawnLimits } from './spawn-limits.js'
import type { Redacted } from '../redaction/redact.js'

/** Everything from outside is passed in: the package reads no clock and makes no random values. */
export interface WorkflowOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A new id that was never used before, not even by an earlier daemon. */
  readonly newId: () => string
  readonly workspace: string
  readonly redact: (value: unknown) => Redacted
  readonly limits: SpawnLimits
  readonly retention: Retention
  /** For outputs that are no longer new. */
  readonly packing: Packing
}
