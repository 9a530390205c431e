import { ERROR_CODES, isJsonObject, openRpcDocument, rpcError, ToolError, type WireError } from '@dapplex/protocol'
import { callTool, type ToolContext } from '@dapplex/tools'
import type { MessagePort } from '@dapplex/transport'
import type { Identity } from '../access/identity.js'
import type { Logger } from '../log/logger.js'
import { ConnectionSessions, type SharedState } from '../session/connection-sessions.js'
import { decodeCall, type DecodedCall, type RpcId } from './decode-call.js'

/** Calls in one batch. */
const BATCH_LIMIT = 1000
/** Calls of one connection that are not answered yet. */
const CALLS_AT_ONCE = 1024
/** A client that has this much unread is disconnected: nothing of what it asked for may be dropped silently. */
const UNREAD_LIMIT = 64 * 1024 * 1024

export interface RpcOptions {
  readonly shared: SharedState
  readonly caller: Identity
  readonly version: string
  readonly log: Logger
}

interface Response {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly result?: unknown
  readonly error?: WireError | { readonly code: number; readonly message: string }
}

/** One client of the surface: JSON-RPC 2.0, one message a frame. Ends with its port. */
export class RpcConnection {
  readonly #port: MessagePort
  readonly #options: RpcOptions
  readonly #sessions: ConnectionSessions
  readonly #calls = new Map<AbortController, RpcId>()
  readonly #cleanUps: (() => void)[] = []
  readonly #gone = new AbortController()

  constructor(port: MessagePort, options: RpcOptions) {
    this.#port = port
    this.#options = options
    this.#sessions = new ConnectionSessions(options.shared, options.caller)
    port.onMalformed(({ reason }) => this.#send(failure(null, ERROR_CODES.parse, `Parse error: ${reason}`)))
    port.onClose(() => this.#closed())
    port.onMessage(({ value }) => void this.#take(value))
  }

  async #take(value: unknown): Promise<void> {
    if (!Array.isArray(value)) return this.#send(await this.#answer(decodeCall(value)))
    if (value.length === 0 || value.length > BATCH_LIMIT) {
      const why = value.length === 0 ? 'an empty batch' : `a batch of ${value.length}; at most ${BATCH_LIMIT} calls fit`
      return this.#send(failure(null, ERROR_CODES.invalidRequest, `Invalid request: ${why}`))
    }
    const answers = await Promise.all(value.map((call) => this.#answer(decodeCall(call))))
    const responses = answers.filter((answer) => answer !== undefined)
    // A batch of notifications is answered by nothing at all (section 6).
    if (responses.length > 0) this.#send(responses)
  }

  async #answer(call: DecodedCall): Promise<Response | undefined> {
    switch (call.kind) {
      case 'invalid':
        return failure(call.id, ERROR_CODES.invalidRequest, `Invalid request: ${call.why}`)
      case 'notification':
        return this.#notified(call)
      case 'request': {
        const { id, method, params } = call
        if (this.#calls.size < CALLS_AT_ONCE) return this.#run(id, method, params)
        const why = `${CALLS_AT_ONCE} calls are not answered yet; wait for answers`
        return failure(id, ERROR_CODES.invalidRequest, `Invalid request: ${why}`)
      }
    }
  }

  async #notified({ method, params }: { readonly method: string; readonly params: unknown }): Promise<undefined> {
    if (method === '$/cancel') return this.#cancel(params)
    await this.#run(null, method, params)
    return undefined
  }

  #cancel(params: unknown): undefined {
    if (!isJsonObject(params)) return
    for (const [call, id] of this.#calls)
      if (id === params['id']) call.abort(rpcError('CANCELLED', 'The call was cancelled'))
  }

  async #run(id: RpcId, method: string, params: unknown): Promise<Response> {
    if (method === 'rpc.discover') return { jsonrpc: '2.0', id, result: openRpcDocument(this.#options.version) }
    const call = new AbortController()
    this.#calls.set(call, id)
    try {
      return { jsonrpc: '2.0', id, result: await callTool(method, params, this.#context(call.signal)) }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: this.#wireError(error, method) }
    } finally {
      this.#calls.delete(call)
    }
  }

  #context(signal: AbortSignal): ToolContext {
    const { principal, name, role } = this.#options.caller
    return {
      sessions: this.#sessions,
      caller: { principal, name, role },
      signal,
      notify: (method, params) => this.#send({ jsonrpc: '2.0', method, params }),
      onGone: (cleanUp) => {
        if (this.#gone.signal.aborted) cleanUp()
        else this.#cleanUps.push(cleanUp)
      },
      now: () => Date.now(),
    }
  }

  #wireError(error: unknown, method: string): WireError {
    if (error instanceof ToolError) return error.wire
    this.#options.log.error({ method, err: error }, 'a tool failed unexpectedly')
    const message = error instanceof Error ? error.message : String(error)
    return rpcError('INTERNAL', `Internal error in ${method}: ${message}`).wire
  }

  #send(message: unknown): void {
    if (message === undefined) return
    this.#port.send(message)
    if (this.#port.bufferedBytes <= UNREAD_LIMIT) return
    this.#options.log.warn({ client: this.#options.caller.name }, 'a client that does not read was disconnected')
    this.#port.close()
  }

  #closed(): void {
    const reason = rpcError('CANCELLED', 'The connection has gone')
    this.#gone.abort()
    for (const call of this.#calls.keys()) call.abort(reason)
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp()
    this.#sessions.leaveAll('closed its connection')
  }
}

function failure(id: RpcId, code: number, message: string): Response {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
