import { rpcError, ToolError } from '@dapplex/protocol'
import { callTool, withBytes, type ToolContext } from '@dapplex/tools'
import type { Identity } from '../access/identity.js'
import { steadyNow } from '../state/clock.js'
import { CallerSessions } from '../session/callers/caller-sessions.js'
import type { Logger } from '../state/logger.js'
import type { CallerPlace } from '../workflow/calls/caller-place.js'
import type { SharedState } from './shared-state.js'

export interface CallerOptions {
  readonly shared: SharedState
  readonly identity: Identity
  /** Where it said it stands in the workflow tree: a node's id, or `root`. */
  readonly node?: string
  readonly log: Logger
  /** Sends the caller a notification. A notification that cannot be sent is dropped. */
  readonly notify: ToolContext['notify']
  /** What answers a method; default: the tools. */
  readonly callMethod?: typeof callTool
}

/**
 * One connection that calls tools, over JSON-RPC or MCP: who it is, its sessions, and its place in the workflow tree. It ends
 * with `leave`.
 */
export class Caller {
  readonly sessions: CallerSessions
  readonly #options: CallerOptions
  readonly #place: CallerPlace
  readonly #cleanUps: (() => void)[] = []
  #phase: 'present' | 'gone' = 'present'

  constructor(options: CallerOptions) {
    const { shared, identity, node } = options
    this.#options = options
    this.sessions = new CallerSessions(shared, identity)
    this.#place = shared.workflow.placeOf(identity, node)
  }

  get name(): string {
    return this.#options.identity.name
  }

  /**
   * Ends at `signal`, which the owner of the connection aborts when it closes.
   * @throws ToolError what the tool documents, or why the call failed; see `toolError`
   */
  async call(name: string, params: unknown, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { callMethod = callTool, shared, identity } = this.#options
    const since = performance.now()
    let outcome = 'INTERNAL'
    try {
      const result = await callMethod(name, params, this.#context(signal))
      outcome = 'ok'
      return shared.secrets.areHiddenFrom(identity) ? withBytes(shared.secrets.hideInResult(params, result)) : result
    } catch (error) {
      if (error instanceof ToolError) outcome = error.type
      throw error
    } finally {
      shared.calls.add(name, outcome, performance.now() - since)
    }
  }

  /** The error that the caller gets for a failed call. A fault of dapplex is logged. */
  toolError(error: unknown, method: string): ToolError {
    if (error instanceof ToolError) return error
    this.#options.log.error({ method, err: error }, 'a tool failed unexpectedly')
    const message = error instanceof Error ? error.message : String(error)
    return rpcError('INTERNAL', `Internal error in ${method}: ${message}`)
  }

  /** The caller leaves its sessions, which go on. Idempotent. */
  leave(why: string): void {
    this.#phase = 'gone'
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp()
    this.sessions.leaveAll(why)
    this.#place.closed()
  }

  #context(signal: AbortSignal): ToolContext {
    const { identity, notify, shared } = this.#options
    const { secrets } = shared
    const { principal, name, role } = identity
    return {
      sessions: this.sessions,
      workflow: this.#place,
      caller: { principal, name, role },
      signal,
      notify: secrets.areHiddenFrom(identity) ? (method, about) => notify(method, secrets.hide(about)) : notify,
      onGone: (cleanUp) => this.#onGone(cleanUp),
      now: steadyNow,
    }
  }

  /** Runs when the caller leaves; at once if it has left already. */
  #onGone(cleanUp: () => void): void {
    if (this.#phase === 'gone') cleanUp()
    else this.#cleanUps.push(cleanUp)
  }
}
