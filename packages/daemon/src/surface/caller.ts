import { rpcError, ToolError } from '@dapplex/protocol'
import { callTool, type ToolContext } from '@dapplex/tools'
import type { Identity } from '../access/identity.js'
import type { Logger } from '../state/logger.js'
import type { ConnectionWorkflow } from '../workflow/calls/caller-place.js'
import { ConnectionSessions, type SharedState } from '../session/callers/caller-sessions.js'

export interface ToolCallerOptions {
  readonly shared: SharedState
  readonly caller: Identity
  /** Where it says that it stands in the workflow tree: a node's id, or `root`. */
  readonly node?: string
  readonly log: Logger
  /** Sends the caller a notification; what cannot be sent is dropped. */
  readonly notify: ToolContext['notify']
  /** What answers a method; default: the tools. */
  readonly callMethod?: typeof callTool
}

/** One client of the surface, whatever it speaks: its choice of session, its calls, and what must go when it has gone. */
export class ToolCaller {
  readonly sessions: ConnectionSessions
  readonly #options: ToolCallerOptions
  readonly #workflow: ConnectionWorkflow
  readonly #cleanUps: (() => void)[] = []
  #hasGone = false

  constructor(options: ToolCallerOptions) {
    this.#options = options
    this.sessions = new ConnectionSessions(options.shared, options.caller)
    this.#workflow = options.shared.workflow.connection(options.caller, options.node)
  }

  get name(): string {
    return this.#options.caller.name
  }

  /**
   * Ends at `signal`, which whoever owns the connection aborts when that closes.
   * @throws ToolError what the tool documents, or why the call failed; see `toolError`
   */
  async call(name: string, params: unknown, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { callMethod = callTool, shared, caller } = this.#options
    const since = performance.now()
    let outcome = 'INTERNAL'
    try {
      const result = await callMethod(name, params, this.#context(signal))
      outcome = 'ok'
      return shared.secrets.areHiddenFrom(caller) ? shared.secrets.hideInResult(params, result) : result
    } catch (error) {
      if (error instanceof ToolError) outcome = error.type
      throw error
    } finally {
      shared.calls.add(name, outcome, performance.now() - since)
    }
  }

  /** What a failed call tells its caller; a fault of dapplex is logged. */
  toolError(error: unknown, method: string): ToolError {
    if (error instanceof ToolError) return error
    this.#options.log.error({ method, err: error }, 'a tool failed unexpectedly')
    const message = error instanceof Error ? error.message : String(error)
    return rpcError('INTERNAL', `Internal error in ${method}: ${message}`)
  }

  /** Runs when the caller has gone; at once if it has already. */
  onGone(cleanUp: () => void): void {
    if (this.#hasGone) cleanUp()
    else this.#cleanUps.push(cleanUp)
  }

  /** The caller has gone: it leaves its sessions, which go on. Idempotent. */
  leave(why: string): void {
    this.#hasGone = true
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp()
    this.sessions.leaveAll(why)
    this.#workflow.closed()
  }

  #context(signal: AbortSignal): ToolContext {
    const { caller, notify, shared } = this.#options
    const { secrets } = shared
    const { principal, name, role } = caller
    return {
      sessions: this.sessions,
      workflow: this.#workflow,
      caller: { principal, name, role },
      signal,
      notify: secrets.areHiddenFrom(caller) ? (method, about) => notify(method, secrets.hide(about)) : notify,
      onGone: (cleanUp) => this.onGone(cleanUp),
      now: () => Date.now(),
    }
  }
}
