import type { CacheMeta, ToolDefinition, WireError } from '@dapplex/protocol'
import type { CallPlace, DapSession, SessionsPort } from './dap-session.js'

/** The workflow tree as one connection of a caller sees it. One instance per connection. */
export interface WorkflowPort {
  /**
   * Gives a call its place (workflow 9): `nodeId` of its `_meta`, else the node of the connection. A connection without a node
   * gets one now, unless the call itself begins an investigation.
   * @throws ToolError NODE_NOT_FOUND
   */
  open(tool: ToolDefinition, nodeId: string | undefined): WorkflowCall
}

/** How a call ended, for its record. */
export interface CallOutcome {
  /** As far as they were checked. */
  readonly params: unknown
  readonly result?: unknown
  readonly error?: WireError
  readonly session?: DapSession
  readonly cache?: CacheMeta
  readonly durationMs: number
}

export interface Inspection {
  readonly session: DapSession
  /** After defaults, and after "current" is resolved. */
  readonly params: Readonly<Record<string, unknown>>
}

/** What an inspection gave. `cache` is undefined where the answer may not be kept. */
export interface Inspected {
  readonly value: object
  readonly cache: CacheMeta | undefined
}

/** Either a kept answer, or the order to work it out: `keep` must then be called once, with the answer under way. */
export type RecalledInspection =
  | ({ readonly kind: 'kept' } & Inspected)
  | { readonly kind: 'missing'; readonly keep: (computing: Promise<object>) => Promise<Inspected> }

/** What a tool of the workflow may use of the connection. */
export interface CallSurroundings {
  readonly sessions: SessionsPort
  /** Aborted when the caller is gone or has cancelled. */
  readonly signal: AbortSignal
}

/** One call in its place in the workflow tree. */
export interface WorkflowCall {
  /** Sessions that the call starts hang here. */
  readonly place: CallPlace
  /** Does what a tool of the group `workflow` does. The parameters have been checked. */
  run(params: unknown, surroundings: CallSurroundings): Promise<object>
  /** Looks for a kept answer. Answers are kept only while the whole program is stopped (workflow 23). */
  recall(inspection: Inspection): Promise<RecalledInspection>
  /** Files the outcome and resolves when everything that must be on disk is there (workflow 19, 39). */
  finished(outcome: CallOutcome): Promise<void>
  /** Object ids of these sessions were released: kept answers may name them. */
  objectsReleased(sessionIds: readonly string[]): void
}
