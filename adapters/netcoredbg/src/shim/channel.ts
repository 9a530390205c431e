import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { decodeMessage } from '@dapplex/protocol'
import type { MessagePort } from '@dapplex/transport'

/** A request to netcoredbg was not answered with success. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  constructor(
    readonly command: string,
    readonly response: Dap.Response | undefined,
  ) {
    super(response?.message ?? `netcoredbg ended before it answered ${command}`)
  }
}

type Settle = (response: Dap.Response | undefined) => void

/**
 * In ms. netcoredbg now and then sleeps over a request that it has read, until the next one comes (measured, 4 of 100 first
 * `stackTrace` requests under load: its reader had signalled, its worker still waited). A harmless request wakes it.
 */
const NUDGE_AFTER = 600

/**
 * The way to netcoredbg. Requests of the client and of the shim itself share one sequence of numbers; each response goes
 * back to who asked.
 */
export class Channel {
  readonly #port: MessagePort
  readonly #pending = new Map<number, Settle>()
  #seq = 0
  #nudge: NodeJS.Timeout | undefined

  constructor(port: MessagePort, onEvent: (event: Dap.Event) => void) {
    this.#port = port
    port.onMessage(({ value }) => {
      const decoded = decodeMessage(value)
      if (decoded.kind === 'event') onEvent(decoded.message)
      if (decoded.kind === 'response') this.#settle(decoded.message)
      this.#watch()
    })
    port.onClose(() => {
      clearTimeout(this.#nudge)
      const waiting = [...this.#pending.values()]
      this.#pending.clear()
      for (const settle of waiting) settle(undefined)
    })
  }

  /** The number that the next request will have: what a `cancel` names. */
  get nextSeq(): number {
    return this.#seq + 1
  }

  /** Sends and resolves with the response, be it a success or not; undefined when netcoredbg has ended. */
  ask(command: string, args?: unknown): Promise<Dap.Response | undefined> {
    const seq = ++this.#seq
    return new Promise((resolve) => {
      this.#pending.set(seq, resolve)
      const sent = this.#port.send({
        seq,
        type: 'request',
        command,
        ...(args === undefined ? {} : { arguments: args }),
      })
      this.#watch()
      if (sent) return
      this.#pending.delete(seq)
      resolve(undefined)
    })
  }

  /** As `ask`, but resolves with the body. Throws RequestFailed for a refusal. */
  async body<T>(command: string, args?: unknown): Promise<T> {
    const response = await this.ask(command, args)
    if (response?.success !== true) throw new RequestFailed(command, response)
    return response.body as T
  }

  #settle(response: Dap.Response): void {
    const settle = this.#pending.get(response.request_seq)
    this.#pending.delete(response.request_seq)
    settle?.(response)
  }

  /** Each message begins the time anew; a long evaluation is nudged once and answers the nudge after itself. */
  #watch(): void {
    clearTimeout(this.#nudge)
    if (this.#pending.size === 0) return
    this.#nudge = setTimeout(() => {
      this.#port.send({ seq: ++this.#seq, type: 'request', command: 'threads' })
    }, NUDGE_AFTER)
    this.#nudge.unref()
  }
}
