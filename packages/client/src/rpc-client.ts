import { isJsonObject, rpcError, ToolError, type JsonObject } from '@dapplex/protocol/plain'
import type { CloseReason, MessagePort } from '@dapplex/transport'
import { ConnectionClosedError, type CallOptions, type Client, type DebugEventMessage, type Tools } from './client.js'
import { decodeError } from './decode-error.js'

interface Pending {
  resolve(result: Record<string, unknown>): void
  reject(error: Error): void
  progress(elapsedMs: number): void
}

/** JSON-RPC 2.0 over any message port. Answers may come in any order. When the connection ends, all pending calls fail. */
export class RpcClient implements Client {
  readonly tools: Tools
  readonly #port: MessagePort
  readonly #pending = new Map<number, Pending>()
  readonly #eventListeners = new Set<(event: DebugEventMessage) => void>()
  readonly #closeListeners = new Set<(why: string) => void>()
  #lastId = 0
  #closedWhy: string | undefined

  constructor(port: MessagePort) {
    this.#port = port
    this.tools = toolMethods(this)
    port.onMessage(({ value }) => this.#received(value))
    port.onClose((reason) => this.#closed(sayWhy(reason)))
  }

  call(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Record<string, unknown>> {
    if (this.#closedWhy !== undefined) return Promise.reject(new ConnectionClosedError(this.#closedWhy))
    if (options.signal?.aborted === true) return Promise.reject(cancelled(method))
    this.#lastId += 1
    const id = this.#lastId
    const answered = new Promise<Record<string, unknown>>((resolve, reject) =>
      this.#pending.set(id, { resolve, reject, progress: (elapsed) => options.onProgress?.(elapsed) }),
    )
    this.#port.send({ jsonrpc: '2.0', id, method, params })
    return this.#endInTime({ id, method, answered }, options)
  }

  on(event: 'debug_event', listener: (event: DebugEventMessage) => void): () => void
  on(event: 'close', listener: (why: string) => void): () => void
  on(event: 'debug_event' | 'close', listener: unknown): () => void {
    if (event === 'debug_event') return add(this.#eventListeners, listener as (event: DebugEventMessage) => void)
    const own = listener as (why: string) => void
    if (this.#closedWhy === undefined) return add(this.#closeListeners, own)
    own(this.#closedWhy)
    return () => undefined
  }

  close(): void {
    this.#port.close()
    this.#closed('this client closed it')
  }

  /** Ends a call at its time-out or by its signal, and tells the daemon to cancel it. */
  async #endInTime(
    {
      id,
      method,
      answered,
    }: { readonly id: number; readonly method: string; readonly answered: Promise<Record<string, unknown>> },
    { timeoutMs, signal }: CallOptions,
  ): Promise<Record<string, unknown>> {
    const giveUp = (error: Error) => {
      const pending = this.#pending.get(id)
      if (pending === undefined) return
      this.#pending.delete(id)
      this.#port.send({ jsonrpc: '2.0', method: '$/cancel', params: { id } })
      pending.reject(error)
    }
    const onAbort = () => giveUp(cancelled(method))
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => void timedOut(method, timeoutMs).then(giveUp), timeoutMs)
    signal?.addEventListener('abort', onAbort)
    try {
      return await answered
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #received(value: unknown): void {
    if (!isJsonObject(value)) return
    if (typeof value['id'] === 'number') return this.#answered(value['id'], value)
    const { method, params } = value
    if (!isJsonObject(params)) return
    if (method === '$/progress') this.#isUnderWay(params)
    if (method !== 'debug_event') return
    for (const listener of [...this.#eventListeners]) listener(params as unknown as DebugEventMessage)
  }

  #isUnderWay({ id, elapsed_ms: elapsed }: JsonObject): void {
    if (typeof id === 'number' && typeof elapsed === 'number') this.#pending.get(id)?.progress(elapsed)
  }

  #answered(id: number, { result, error }: JsonObject): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error !== undefined) pending?.reject(new ToolError(decodeError(error)))
    else pending?.resolve(isJsonObject(result) ? result : { result })
  }

  #closed(why: string): void {
    if (this.#closedWhy !== undefined) return
    this.#closedWhy = why
    const error = new ConnectionClosedError(`the connection ended: ${why}`)
    for (const pending of this.#pending.values()) pending.reject(error)
    this.#pending.clear()
    for (const listener of [...this.#closeListeners]) listener(why)
  }
}

/** Each name is a method: the daemon knows the tools, and answers METHOD_NOT_FOUND with the nearest name for any other. */
function toolMethods(client: Client): Tools {
  const methodOf = (_target: object, name: string | symbol) =>
    // Who awaits the object asks for `then`.
    typeof name === 'symbol' || name === 'then'
      ? undefined
      : (params?: Readonly<Record<string, unknown>>, options?: CallOptions) => client.call(name, params, options)
  return new Proxy({}, { get: methodOf }) as Tools
}

/** The catalogue of errors is loaded only here: a command that calls a tool has no time for it. */
async function timedOut(method: string, timeoutMs: number): Promise<ToolError> {
  const { toolError } = await import('@dapplex/protocol')
  // Of this module's class: in a bundle that leaves the catalogue out, the catalogue has a class of its own.
  return new ToolError(toolError('TIMEOUT', { what: method, timeout_ms: timeoutMs }).wire)
}

const cancelled = (method: string): ToolError => rpcError('CANCELLED', `The call of ${method} was cancelled`)

function add<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function sayWhy(reason: CloseReason): string {
  switch (reason.kind) {
    case 'closed':
      return 'this client closed it'
    case 'ended':
      return reason.detail ?? 'the daemon ended it'
    case 'failed':
      return reason.error.message
  }
}
