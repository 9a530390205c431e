import { errorCatalogue, isJsonObject, type ToolName, type ResultMeta, type ToolResult } from '@dapplex/protocol'
import { openWait } from '@dapplex/testkit'
import type { CloseReason, MessagePort } from '@dapplex/transport'

/** What an error of the surface looks like on the wire. */
export class RpcFailure extends Error {
  constructor(readonly error: { code: number; message: string; data?: Record<string, unknown> }) {
    super(`${error.message} ${JSON.stringify(error.data)}`)
  }
}

/** A failure as the catalogue documents it; where its data is something else, that is what the test is told. */
function documented(failure: RpcFailure): Error {
  const { data } = failure.error
  const entry = Object.entries(errorCatalogue).find(([type]) => type === data?.['type'])?.[1]
  const problem = entry?.data.safeParse(data).error
  return problem === undefined ? failure : new Error(`${failure.message}: not the documented data: ${problem.message}`)
}

/** Results as tests read them: a member that is not there shows as undefined in the comparison. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every test states the shape that it expects
export type RpcResult = any

/** What a tool answers; of a tool of a session, with the place that the daemon adds. */
type Meta = NonNullable<ResultMeta['_meta']>
export type ToolAnswer<N extends ToolName> = ToolResult<N> & {
  readonly _meta: Required<Omit<Meta, 'cache'>> & Pick<Meta, 'cache'>
}

/** A JSON-RPC client for tests. */
export class RpcClient {
  readonly notifications: { method: string; params: Record<string, unknown> }[] = []
  readonly received: RpcResult[] = []
  readonly closed: Promise<CloseReason>
  readonly #port: MessagePort
  readonly #waiting = new Map<unknown, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  readonly #listeners = new Set<() => void>()
  #lastId = 0

  constructor(port: MessagePort) {
    this.#port = port
    this.closed = new Promise((resolve) => port.onClose(resolve))
    void this.closed.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the connection closed'))
    })
    port.onMessage(({ value }) => this.#take(value))
  }

  /** Calls a method; rejects with RpcFailure. The result of a tool has the type that the catalogue gives it. */
  call<N extends ToolName>(method: N, params?: Record<string, unknown>): Promise<ToolAnswer<N>>
  call(method: string, params?: Record<string, unknown>): Promise<RpcResult>
  async call(method: string, params: Record<string, unknown> = {}): Promise<RpcResult> {
    this.#lastId += 1
    const id = this.#lastId
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#port.send({ jsonrpc: '2.0', id, method, params })
    const forget = openWait(() => `the agent waits for the answer to ${method} ${JSON.stringify(params)}`)
    return answer.finally(forget)
  }

  /** The error of a call that must fail. */
  async failure(method: string, params: Record<string, unknown> = {}): Promise<RpcFailure['error']> {
    try {
      await this.call(method, params)
    } catch (error) {
      if (error instanceof RpcFailure) return error.error
      throw error
    }
    throw new Error(`${method} should have failed`)
  }

  send(message: unknown): void {
    this.#port.send(message)
  }

  sendText(text: string): void {
    this.#port.sendPrinted(text)
  }

  /** The next message that is no answer to `call`. */
  async next(fits: (message: RpcResult) => boolean = () => true): Promise<RpcResult> {
    for (;;) {
      const index = this.received.findIndex((one) => fits(one))
      if (index !== -1) return this.received.splice(index, 1)[0]
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#listeners.delete(listener)
          resolve()
        }
        this.#listeners.add(listener)
      })
    }
  }

  async close(): Promise<void> {
    this.#port.close()
    await this.closed
  }

  #take(value: unknown): void {
    const waiting = isJsonObject(value) ? this.#waiting.get(value['id']) : undefined
    if (waiting !== undefined && isJsonObject(value)) {
      this.#waiting.delete(value['id'])
      if ('error' in value) waiting.reject(documented(new RpcFailure(value['error'] as RpcFailure['error'])))
      else waiting.resolve(value['result'])
      return
    }
    this.received.push(value)
    for (const listener of [...this.#listeners]) listener()
  }
}
