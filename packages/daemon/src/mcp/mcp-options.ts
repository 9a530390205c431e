import type { ToolChoice } from '@dapplex/protocol'
import type { Logger } from '../state/logger.js'
import type { SharedState } from '../surface/shared-state.js'

/** What every MCP connection of the daemon shares. */
export interface McpOptions {
  readonly shared: SharedState
  readonly version: string
  readonly log: Logger
  /** `sessions.stalled_client_ms` of the user's settings. */
  readonly stalledMs?: number | undefined
}

/** What a client chose in its URL: `/mcp?tools=router&name=NAME&node=NODE`. */
export interface McpQuery {
  readonly tools: ToolChoice
  /** Shown to others instead of the name that the client gives itself; empty for none. */
  readonly name: string
  /** Its working folder (`cwd=FOLDER`). */
  readonly folder?: string
  /** Its place in the workflow tree, if it names one. */
  readonly node?: string
}
