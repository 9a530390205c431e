import type { Role } from '@dapplex/protocol'
import type { SessionsPort } from './dap-session.js'

/** Everything a tool's handler gets beside its parameters. */
export interface ToolContext {
  readonly sessions: SessionsPort
  readonly caller: { readonly principal: string; readonly name: string; readonly role: Role }
  /** Ends when the caller has gone or cancelled. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
}
