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

interface Pending {
  readonly command: string
  readonly message: object
  readonly settle: Settle
}

/**
 * A `pause` waits for the answers of these. netcoredbg 3.1.3 otherwise stops the program twice for it now and then, and one `continue`
 * is then too few: the program stands for ever (measured: `continue`, `setBreakpoints []` and `pause` in one go, 1 of about 100).
 */
const BEFORE_PAUSE: ReadonlySet<string> = new Set([
  'continue',
  'next',
  'stepIn',
  'stepOut',
  'setBreakpoints',
  'setFunctionBreakpoints',
  'setExceptionBreakpoints',
])

/** netcoredbg cancels what it was asked before when one of these comes, at once, and also where it then refuses the move. */
const CANCELS: ReadonlySet<string> = new Set(['continue', 'next', 'stepIn', 'stepOut'])
const WAS_CANCELLED = /The operation was canceled\.$/

/**
 * In ms. While netcoredbg starts a program, it replaces its own standard input by a pipe for a moment. A read that begins in
 * that moment waits on the pipe forever (measured, netcoredbg 3.1.3: 4 of 100 launches under load hang at the first request
 * after the stop). A stop signal and a continue signal make the system restart the read, now on the right file.
 */
const WAKE_AFTER = 600

/**
 * The connection to netcoredbg. Requests of the client and of the shim share one sequence of numbers. Each response goes back
 * to its sender.
 */
export class Channel {
  readonly #port: MessagePort
  readonly #pending = new Map<number, Pending>()
  /** The numbers of pauses that are not sent yet. */
  readonly #held: number[] = []
  /** Answers to what a move has cancelled, until the move is answered. */
  readonly #cancelled: Dap.Response[] = []
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
      this.#held.length = 0
      for (const { settle } of waiting) settle(undefined)
    })
  }

  /** The number of the next request. A `cancel` names a request by it. */
  get nextSeq(): number {
    return this.#seq + 1
  }

  /**
   * Sends a request and calls back while the response is being delivered. So later messages of netcoredbg are passed on
   * after it. The response is undefined when netcoredbg has ended.
   */
  forward(request: { readonly command: string; readonly args: unknown }, settle: Settle): void {
    const { command, args } = request
    const seq = ++this.#seq
    const mustWait = command === 'pause' && this.#isPending(BEFORE_PAUSE)
    const message = { seq, type: 'request', command, ...(args === undefined ? {} : { arguments: args }) }
    this.#pending.set(seq, { command, message, settle })
    if (mustWait) this.#held.push(seq)
    else this.#send(seq)
  }

  #send(seq: number): void {
    const message = this.#pending.get(seq)?.message
    if (message === undefined) return
    const isSent = this.#port.send(message)
    this.#watch()
    if (!isSent) this.#take(seq)?.settle(undefined)
  }

  #isPending(commands: ReadonlySet<string>): boolean {
    return [...this.#pending.values()].some(({ command }) => commands.has(command))
  }

  #take(seq: number): Pending | undefined {
    const pending = this.#pending.get(seq)
    this.#pending.delete(seq)
    return pending
  }

  /** Sends a request and resolves with the response, also a failed one. Undefined when netcoredbg has ended. */
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
    if (!response.success && WAS_CANCELLED.test(response.message ?? '') && this.#isPending(CANCELS))
      this.#cancelled.push(response)
    else this.#take(response.request_seq)?.settle(response)
    if (!this.#isPending(CANCELS)) this.#settleCancelled(response)
    if (this.#isPending(BEFORE_PAUSE)) return
    for (const seq of this.#held.splice(0)) this.#send(seq)
  }

  /** The stop is over when the move is answered, and who asked can see that. After a refused move it lasts: everything is asked again. */
  #settleCancelled({ success }: Dap.Response): void {
    for (const cancelled of this.#cancelled.splice(0))
      if (success) this.#take(cancelled.request_seq)?.settle(cancelled)
      else this.#send(cancelled.request_seq)
  }

  /** Each message restarts the timer. The timer wakes netcoredbg once per silence. */
  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#pending.size === 0) return
    this.#timer = setTimeout(this.#wake, WAKE_AFTER)
    this.#timer.unref()
  }
}
