import type { Role, ToolDefinition } from '@dapplex/protocol'
import type { RequestOptions } from '../port/dap-session.js'
import type { ToolContext } from '../port/tool-context.js'

/** What applies to a whole call: its caller and its time. */
export interface CallLimits {
  readonly tool: ToolDefinition
  readonly context: ToolContext
  readonly timeoutMs: number
  /** The remaining time, for one request. */
  rest(): RequestOptions
  /** Ensures some time from now on: reading after a long wait must not fail because the wait used up the time. */
  extend(ms: number): void
  /** Names the stop that the answer belongs to (`_meta.stop_id`). Without it, that is the latest stop at the end. */
  answersFor(stopId: number): void
  /** @throws ToolError FORBIDDEN where the caller's role is below `needed` */
  demandRole(needed: Role, what?: string): void
}
