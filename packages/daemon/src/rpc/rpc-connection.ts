import { isJsonObject, toolError, type ToolError } from '@dapplex/protocol'
import type { callTool } from '@dapplex/tools'
import type { MessagePort } from '@dapplex/transport'
import type { Identity } from '../access/identity.js'
import type { Logger } from '../state/logger.js'
import type { SharedState } from '../surface/shared-state.js'
import { Caller } from '../surface/caller.js'
import { BEGUN_IN_ONE_TURN, listenInTurns } from '../surface/listen-in-turns.js'
import { UnreadBudget } from '../surface/unread-budget.js'
import { decodeCall, type DecodedCall, type RpcId } from './decode-call.js'
import { DroppedOutput } from './dropped-output.js'
import { OpenCalls } from './open-calls.js'
import { failed, invalidRequest, parseFailure, succeeded } from './rpc-response.js'

/** Calls in one batch. */
const BATCH_LIMIT = 1000
/** Unanswered calls of one connection. */
const CALLS_AT_ONCE = 4096

export interface RpcOptions {
  readonly shared: SharedState
  readonly identity: Identity
  /** Where it said it stands in the workflow tree: a node's id, or `root`. */
  readonly node?: string
  /** What `rpc.discover` answers, as JSON text. */
  readonly discover: () => string
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
  #isOpen = true

  constructor(port: MessagePort, options: RpcOptions) {
    this.#port = port
    this.#options = options
    this.#caller = new Caller({ ...options, notify: (method, params) => this.#notify(method, params) })
    this.#unread = new UnreadBudget(port, {
      stalledMs: options.stalledMs,
      givenUp: () => {
        this.#isOpen = false
        options.log.warn({ client: this.#caller.name }, 'a client that does not read was disconnected')
      },
    })
    port.onDrain(() => this.#tellDropped())
    port.onMalformed(({ reason }) => this.#answerWith(parseFailure(reason)))
    port.onClose(() => this.#closed())
    listenInTurns(port, { begin: (value) => this.#begin(value), turn: () => this.#unread.turn() })
  }

  /** What comes behind a batch waits until all calls of it have begun. */
  #begin(value: unknown): Promise<void> | undefined {
    if (Array.isArray(value)) return this.#beginBatch(value)
    void this.#answer(decodeCall(value)).then((answer) => this.#answerWith(answer))
    return undefined
  }

  async #beginBatch(calls: readonly unknown[]): Promise<void> {
    if (calls.length === 0 || calls.length > BATCH_LIMIT) {
      const why = calls.length === 0 ? 'an empty batch' : `a batch of ${calls.length}; at most ${BATCH_LIMIT} calls fit`
      return this.#answerWith(invalidRequest(null, why))
    }
    const answers: Promise<string | undefined>[] = []
    for (const [at, call] of calls.entries()) {
      if (at > 0 && at % BEGUN_IN_ONE_TURN === 0) await this.#unread.turn()
      if (!this.#isOpen) return
      answers.push(this.#answerInBatch(decodeCall(call)))
    }
    void this.#answerTogether(answers)
  }

  /** Until its batch is complete, the answer counts as one that is not read. */
  async #answerInBatch(call: DecodedCall): Promise<string | undefined> {
    const answer = await this.#answer(call)
    this.#unread.hold(answer?.length ?? 0)
    return answer
  }

  async #answerTogether(batch: readonly Promise<string | undefined>[]): Promise<void> {
    const answers = (await Promise.all(batch)).filter((answer) => answer !== undefined)
    for (const { length } of answers) this.#unread.hold(-length)
    // A batch of notifications gets no answer (section 6).
    if (this.#isOpen && answers.length > 0) this.#answerWith(`[${answers.join(',')}]`)
  }

  /** The printed answer; undefined for a notification. */
  async #answer(call: DecodedCall): Promise<string | undefined> {
    switch (call.kind) {
      case 'invalid':
        return invalidRequest(call.id, call.why)
      case 'notification':
        if (call.method === '$/cancel') this.#calls.cancel(isJsonObject(call.params) ? call.params['id'] : undefined)
        else await this.#outcome(call)
        return undefined
      case 'request': {
        const outcome = await this.#outcome(call)
        return typeof outcome === 'string' ? succeeded(call.id, outcome) : failed(call.id, outcome)
      }
    }
  }

  /** The printed result, or why there is none. Never rejects. */
  async #outcome(call: RpcCall): Promise<ToolError | string> {
    const { method, params } = call
    if (this.#calls.size >= CALLS_AT_ONCE)
      return toolError('RATE_LIMITED', { what: 'calls without an answer', limit: CALLS_AT_ONCE })
    const { signal, close } = this.#calls.open(method, idOf(call))
    try {
      if (method === 'rpc.discover') return this.#options.discover()
      return JSON.stringify(await this.#caller.call(method, params, signal))
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

  #answerWith(answer: string | undefined): void {
    if (answer === undefined) return
    this.#port.sendPrinted(answer)
    this.#unread.sent()
  }

  #closed(): void {
    this.#isOpen = false
    this.#calls.abortAll('The connection was closed')
    this.#caller.leave('closed its connection')
  }
}

const idOf = (call: RpcCall): RpcId | undefined => (call.kind === 'request' ? call.id : undefined)
