import type { DebugEvent, ToolName, ToolParams, ToolResult } from '@dapplex/protocol'

export interface CallOptions {
  /** Ends the call with TIMEOUT after this many milliseconds; without it only the tool's own time-out holds. */
  readonly timeoutMs?: number
  /** Takes the call back: the daemon stops it, the promise rejects with CANCELLED. */
  readonly signal?: AbortSignal
  /** Hears that the call is under way, with its time so far in ms: after a second, then at ever longer intervals. */
  readonly onProgress?: (elapsedMs: number) => void
}

/** A `debug_event` notification of the daemon; its members depend on `type`. */
export type DebugEventMessage = DebugEvent

/** One method for each tool of the surface. */
export type Tools = {
  readonly [N in ToolName]: Record<string, never> extends ToolParams<N>
    ? (params?: ToolParams<N>, options?: CallOptions) => Promise<ToolResult<N>>
    : (params: ToolParams<N>, options?: CallOptions) => Promise<ToolResult<N>>
}

/** A connection to a daemon. */
export interface Client {
  /**
   * Calls a tool, or any other method of the daemon (`rpc.discover`).
   * @throws ToolError the error of the tool, as documented; TIMEOUT and CANCELLED of this call
   * @throws ConnectionClosedError where the connection ends first
   */
  call<N extends ToolName>(method: N, params: ToolParams<N>, options?: CallOptions): Promise<ToolResult<N>>
  call(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Record<string, unknown>>
  /** The tools as methods: `client.tools.stacktrace_get({ max_frames: 5 })`. */
  readonly tools: Tools
  /** Hears notifications (after `events_subscribe`), or the end of the connection. Returns the way to stop. */
  on(event: 'debug_event', listener: (event: DebugEventMessage) => void): () => void
  on(event: 'close', listener: (why: string) => void): () => void
  close(): void
}

/** The connection has ended before the answer came. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError'
}
