import { isJsonObject } from '@dapplex/protocol'
import type { MessagePort, Unsubscribe } from '@dapplex/transport'

/** What VS Code says of itself, as far as it decides what its answers hold. */
export const EDITOR = {
  adapterID: 'bench',
  linesStartAt1: true,
  columnsStartAt1: true,
  supportsVariableType: true,
  supportsMemoryReferences: true,
  supportsANSIStyling: true,
}

/** How a session begins. */
export interface Launch {
  /** The arguments of the request `launch`. */
  readonly args: Readonly<Record<string, unknown>>
  /** Where the program stops first; without one the adapter stops it at its entry. */
  readonly breakpoint?: { readonly path: string; readonly line: number }
}

interface Waiting<Value> {
  readonly resolve: (value: Value) => void
  readonly reject: (error: Error) => void
}

/** A DAP client that does as little as possible, so that the client is not what is measured. */
export class BenchClient {
  readonly #port: MessagePort
  readonly #stopReading: Unsubscribe
  readonly #waiting = new Map<number, Waiting<Readonly<Record<string, unknown>>>>()
  readonly #events = new Map<string, Waiting<void>>()
  #seq = 0
  #closed: Error | undefined
  /** Characters of output received. */
  outputChars = 0
  /** The thread of the last `stopped` event. */
  stoppedThread: unknown
  #outputWanted: { readonly chars: number; readonly waiting: Waiting<void> } | undefined

  constructor(port: MessagePort) {
    this.#port = port
    this.#stopReading = port.onMessage(({ value }) => this.#take(value))
    port.onClose(() => this.#giveUp(new Error('the connection was closed')))
  }

  request(command: string, args: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, unknown>>> {
    const seq = ++this.#seq
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(this.#closed)
      const answered = (message: Readonly<Record<string, unknown>>) => {
        if (message['success'] === true) resolve(message)
        else reject(new Error(`${command}: ${String(message['message'])}`))
      }
      this.#waiting.set(seq, { resolve: answered, reject })
      this.#port.send({ seq, type: 'request', command, arguments: args })
    })
  }

  /** Resolves at the next event of that name. */
  event(name: string): Promise<void> {
    return untilTold((waiting) => this.#events.set(name, waiting))
  }

  /** Resolves when this many more characters of output have arrived. */
  output(chars: number): Promise<void> {
    return untilTold((waiting) => (this.#outputWanted = { chars: this.outputChars + chars, waiting }))
  }

  /** initialize, launch, the breakpoint, configurationDone, and the first stop. */
  async open({ args, breakpoint }: Launch): Promise<void> {
    // Before anything is asked: an adapter may say it with its first answer.
    const initialized = this.event('initialized')
    const stopped = this.event('stopped')
    await this.request('initialize', EDITOR)
    const launched = this.request('launch', args)
    launched.catch(() => undefined)
    await Promise.race([initialized, launched.then(() => initialized)])
    if (breakpoint !== undefined) {
      const { path, line } = breakpoint
      await this.request('setBreakpoints', { source: { path }, breakpoints: [{ line }] })
    }
    await Promise.all([launched, this.request('configurationDone'), stopped])
  }

  /** Stops reading. What the daemon sends then stays in the socket's buffers. */
  stall(): void {
    this.#stopReading()
  }

  /** Leaves the session, which goes on. */
  async leave(): Promise<void> {
    await this.request('disconnect', { terminateDebuggee: false })
    this.close()
  }

  /** Ends the program, then the connection. An adapter may close it before it answers. */
  async end(): Promise<void> {
    await this.request('disconnect', { terminateDebuggee: true }).catch(() => undefined)
    this.close()
  }

  close(): void {
    this.#port.close()
  }

  #take(value: unknown): void {
    if (!isJsonObject(value)) return
    if (value['type'] === 'response') {
      const seq = Number(value['request_seq'])
      const answer = this.#waiting.get(seq)
      this.#waiting.delete(seq)
      answer?.resolve(value)
    } else if (value['event'] === 'output') this.#takeOutput(value['body'])
    else if (typeof value['event'] === 'string') {
      if (value['event'] === 'stopped' && isJsonObject(value['body'])) this.stoppedThread = value['body']['threadId']
      this.#events.get(value['event'])?.resolve()
    }
  }

  #takeOutput(body: unknown): void {
    if (!isJsonObject(body) || typeof body['output'] !== 'string') return
    this.outputChars += body['output'].length
    if (this.#outputWanted === undefined || this.outputChars < this.#outputWanted.chars) return
    this.#outputWanted.waiting.resolve()
    this.#outputWanted = undefined
  }

  #giveUp(error: Error): void {
    this.#closed = error
    for (const { reject } of [...this.#waiting.values(), ...this.#events.values()]) reject(error)
    this.#outputWanted?.waiting.reject(error)
  }
}

/** A promise that may fail before somebody waits for it. */
function untilTold(register: (waiting: Waiting<void>) => void): Promise<void> {
  const told = new Promise<void>((resolve, reject) => register({ resolve, reject }))
  told.catch(() => undefined)
  return told
}
