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
 * In ms. While it starts a program netcoredbg puts a pipe in the place of its own standard input; a reader that comes back
 * in that moment waits on the pipe for good (measured, netcoredbg 3.1.3: 4 of 100 launches under load hang at the first
 * request after the stop). A stop and continue signal makes the system begin the read anew, on the right file.
 */
const WAKE_AFTER = 600

/**
 * The way to netcoredbg. Requests of the client and of the shim itself share one sequence of numbers; each response goes
 * back to who asked.
 */
export class Channel {
  readonly #port: MessagePort
  readonly #pending = new Map<number, Settle>()
  #seq = 0
  readonly #wake: () => void
  #timer: NodeJS.Timeout | undefined

  /** @param wake interrupts a read of netcoredbg that waits on the wrong file */
  constructor(port: MessagePort, { onEvent, wake }: { onEvent: (event: Dap.Event) => void; wake: () => void }) {
    this.#port = port
    this.#wake = wake
    port.onMessage(({ value }) => {
      const decoded = decodeMessage(value)
      if (decoded.kind === 'event') onEvent(decoded.message)
      if (decoded.kind === 'response') this.#settle(decoded.message)
      this.#watch()
    })
    port.onClose(() => {
      clearTimeout(this.#timer)
      const waiting = [...this.#pending.values()]
      this.#pending.clear()
      for (const settle of waiting) settle(undefined)
    })
  }

  /** The number that the next request will have: what a `cancel` names. */
  get nextSeq(): number {
    return this.#seq + 1
  }

  /**
   * Sends, and calls back with the response within the delivery of its message, so that what netcoredbg said after it is
   * passed on after it. Undefined when netcoredbg has ended.
   */
  forward(request: { readonly command: string; readonly args: unknown }, settle: Settle): void {
    const { command, args } = request
    const seq = ++this.#seq
    this.#pending.set(seq, settle)
    const sent = this.#port.send({ seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) })
    this.#watch()
    if (sent) return
    this.#pending.delete(seq)
    settle(undefined)
  }

  /** Sends and resolves with the response, be it a success or not; undefined when netcoredbg has ended. */
  ask(command: string, args?: unknown): Promise<Dap.Response | undefined> {
    return new Promise((resolve) => this.forward({ command, args }, resolve))
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

  /** Each message begins the time anew; a silence is ended once. */
  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#pending.size === 0) return
    this.#timer = setTimeout(this.#wake, WAKE_AFTER)
    this.#timer.unref()
  }
}
