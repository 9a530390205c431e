import type { CacheMeta, Surface, ToolDefinition, ToolName, WireError } from '@dapplex/protocol'
import type { z } from 'zod'
import type { DapSession, SessionsPort } from './dap-session.js'

type Given<N extends ToolName> = z.output<Surface[N]['params']>
type Result<N extends ToolName> = z.output<Surface[N]['result']>

/** The workflow tree as one connection of a caller sees it. One instance per connection. */
export interface WorkflowPort {
  /**
   * Opens a call where it stands (workflow 9): at `nodeId` of its `_meta`, else at the connection's node, which is made now
   * where there is none. A call that begins an investigation needs no place of its own.
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
  readonly compute: () => Promise<object>
}

/** One call in its place in the tree. What the tools of the group `workflow` do is all here. */
export interface WorkflowCall {
  /** Runs the call so that what it starts belongs to its node. */
  run<T>(body: () => Promise<T>): Promise<T>
  /** Files the outcome and resolves when everything that must be on disk is there (workflow 19, 39). */
  finished(outcome: CallOutcome): Promise<void>
  /** Answers from the cache where the whole program stands still; `cache` is undefined where that does not count (workflow 23). */
  inspect(inspection: Inspection): Promise<{ readonly value: object; readonly cache: CacheMeta | undefined }>

  currentNode(): Result<'inspect_current_node'>
  ancestors(params: Given<'read_ancestor_chain'>): Result<'read_ancestor_chain'>
  list(params: Given<'list_siblings_children'>): Result<'list_siblings_children'>
  priorOutputs(params: Given<'inspect_prior_outputs'>): Result<'inspect_prior_outputs'>
  tree(params: Given<'workflow_tree'>, signal: AbortSignal): Promise<Result<'workflow_tree'>>

  enter(params: Given<'workflow_enter'>): Result<'workflow_enter'>
  finish(params: Given<'workflow_finish'>): Result<'workflow_finish'>
  cancel(params: Given<'workflow_cancel'>): Promise<Result<'workflow_cancel'>>
  record(params: Given<'output_record'>): Result<'output_record'>

  /** `sessions` are those of the caller: with a launch, the folder of one of them is where configurations are looked for. */
  spawn(params: Given<'request_spawn_workflow'>, sessions: SessionsPort): Promise<Result<'request_spawn_workflow'>>
  respond(params: Given<'workflow_respond'>): Promise<Result<'workflow_respond'>>

  cacheStatus(key: string): Result<'inspect_cache_status'>
  cacheHash(prompt: unknown): Result<'cache_hash'>
  cachePut(params: Given<'cache_put'>): Result<'cache_put'>
  cacheGet(key: string): Result<'cache_get'>
  cacheInvalidate(params: Given<'cache_invalidate'>): Result<'cache_invalidate'>
  /** Object ids of a session were given back: what was kept may name them. */
  objectsReleased(sessionIds: readonly string[]): void
}
