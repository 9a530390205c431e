import type { Role, ToolDefinition } from '@dapplex/protocol'
import type { RequestOptions } from '../port/dap-session.js'
import type { ToolContext } from '../port/tool-context.js'

/** What holds for a whole call: its caller and its time. */
export interface CallLimits {
  readonly tool: ToolDefinition
  readonly context: ToolContext
  readonly timeoutMs: number
  /** The time that is left, for one request. */
  rest(): RequestOptions
  /** Makes sure of some time from now on: what is read after a wait must not fail for the wait's length. */
  extend(ms: number): void
  /** @throws ToolError FORBIDDEN where the caller's role is below `needed` */
  demandRole(needed: Role, what?: string): void
}
