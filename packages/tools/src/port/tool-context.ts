import type { Role } from '@dapplex/protocol'
import type { SessionsPort } from './dap-session.js'
import type { WorkflowPort } from './workflow-port.js'

/** What a tool gets beside its parameters. */
export interface ToolContext {
  readonly sessions: SessionsPort
  readonly workflow: WorkflowPort
  readonly caller: { readonly principal: string; readonly name: string; readonly role: Role }
  /** Aborted when the caller is gone or has cancelled. */
  readonly signal: AbortSignal
  /** Sends the caller a JSON-RPC notification; does nothing on a transport that has none. */
  notify(method: string, params: Readonly<Record<string, unknown>>): void
  /** Runs when the caller's connection closes. */
  onGone(cleanUp: () => void): void
  /** Milliseconds since the epoch, by a clock that never jumps: deadlines are counted by it. */
  now(): number
}
