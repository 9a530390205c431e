import { isJsonObject, openRpcDocument, toolError, ToolError } from '@dapplex/protocol'
import type { callTool } from '@dapplex/tools'
import type { MessagePort } from '@dapplex/transport'
import type { Identity } from '../access/identity.js'
import type { Logger } from '../state/logger.js'
import type { SharedState } from '../surface/shared-state.js'
import { Caller } from '../surface/caller.js'
import { UnreadBudget } from '../surface/unread-budget.js'
import { decodeCall, type DecodedCall, type RpcId } from './decode-call.js'
import { DroppedOutput } from './dropped-output.js'
import { OpenCalls } from './open-calls.js'
import { failed, invalidRequest, parseFailure, succeeded, type RpcResponse } from './rpc-response.js'

/** Calls in one batch. */
const BATCH_LIMIT = 1000
/** Unanswered calls of one connection. */
const CALLS_AT_ONCE = 4096

export interface RpcOptions {
  readonly shared: SharedState
  readonly identity: Identity
  /** Where it said it stands in the workflow tree: a node's id, or `root`. */
  readonly node?: string
  readonly version: string
  readonly log: Logger
  /** `sessions.stalled_client_ms` of the user's settings. */
  readonly stalledMs?: number | undefined
  /** What answers a method; default: the tools. */
  readonly callMethod?: typeof callTool
}

type RpcCall = Extract<DecodedCall, { readonly kind: 'request' | 'notification' }>

/**
 * One JSON-RPC 2.0 connection, one message a frame. Calls begin in the order of their arrival and run concurrently. Each is
 * answered when it is done; the calls of a batch are answered together. It ends with its port.
 */
export class RpcConnection {
  readonly #port: MessagePort
  readonly #options: RpcOptions
  readonly #caller: Caller
  readonly #unread: UnreadBudget
  readonly #dropped = new DroppedOutput()
  readonly #calls = new OpenCalls((progress) => this.#notify('$/progress', { ...progress }))

  constructor(port: MessagePort, options: RpcOptions) {
    this.#port = port
    this.#options = options
    this.#caller = new Caller({ ...options, notify: (method, params) => this.#notify(method, params) })
    this.#unread = new UnreadBudget(port, {
      stalledMs: options.stalledMs,
      givenUp: () => options.log.warn({ client: this.#caller.name }, 'a client that does not read was disconnected'),
    })
    port.onDrain(() => this.#tellDropped())
    port.onMalformed(({ reason }) => this.#send(parseFailure(reason)))
    port.onClose(() => this.#closed())
    port.onMessage(({ value }) => void this.#take(value))
  }

  async #take(value: unknown): Promise<void> {
    if (!Array.isArray(value)) {
      const answer = await this.#answer(decodeCall(value))
      if (answer !== undefined) this.#send(answer)
      return
    }
    if (value.length === 0 || value.length > BATCH_LIMIT) {
      const why = value.length === 0 ? 'an empty batch' : `a batch of ${value.length}; at most ${BATCH_LIMIT} calls fit`
      return this.#send(invalidRequest(null, why))
    }
    const answers = await Promise.all(value.map((call) => this.#answer(decodeCall(call))))
    const responses = answers.filter((answer) => answer !== undefined)
    // A batch of notifications gets no answer (section 6).
    if (responses.length > 0) this.#send(responses)
  }

  async #answer(call: DecodedCall): Promise<RpcResponse | undefined> {
    switch (call.kind) {
      case 'invalid':
        return invalidRequest(call.id, call.why)
      case 'notification':
        if (call.method === '$/cancel') this.#calls.cancel(isJsonObject(call.params) ? call.params['id'] : undefined)
        else await this.#outcome(call)
        return undefined
      case 'request': {
        const outcome = await this.#outcome(call)
        return outcome instanceof ToolError ? failed(call.id, outcome) : succeeded(call.id, outcome.result)
      }
    }
  }

  /** Never rejects. */
  async #outcome(call: RpcCall): Promise<ToolError | { readonly result: unknown }> {
    const { method, params } = call
    if (method === 'rpc.discover') return { result: openRpcDocument(this.#options.version) }
    if (this.#calls.size >= CALLS_AT_ONCE)
      return toolError('RATE_LIMITED', { what: 'calls without an answer', limit: CALLS_AT_ONCE })
    const { signal, close } = this.#calls.open(method, idOf(call))
    try {
      return { result: await this.#caller.call(method, params, signal) }
    } catch (error) {
      return this.#caller.toolError(error, method)
    } finally {
      close()
    }
  }

  #notify(method: string, params: Readonly<Record<string, unknown>>): void {
    if (this.#unread.isOver && DroppedOutput.mayDrop(method, params)) return this.#dropped.drop(params)
    this.#tellDropped()
    this.#send({ jsonrpc: '2.0', method, params })
  }

  #tellDropped(): void {
    if (this.#unread.isOver) return
    for (const params of this.#dropped.take()) this.#send({ jsonrpc: '2.0', method: 'debug_event', params })
  }

  #send(message: object): void {
    this.#port.send(message)
    this.#unread.sent()
  }

  #closed(): void {
    this.#calls.abortAll('The connection was closed')
    this.#caller.leave('closed its connection')
  }
}

const idOf = (call: RpcCall): RpcId | undefined => (call.kind === 'request' ? call.id : undefined)
