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

/** A DAP client that does as little as possible, so that the client is not what is measured. */
export class BenchClient {
  readonly #port: MessagePort
  readonly #stopReading: Unsubscribe
  readonly #waiting = new Map<number, (message: Readonly<Record<string, unknown>>) => void>()
  readonly #events = new Map<string, () => void>()
  #seq = 0
  /** Characters of output received. */
  outputChars = 0
  /** The thread of the last `stopped` event. */
  stoppedThread: unknown
  #outputWanted: { readonly chars: number; readonly done: () => void } | undefined

  constructor(port: MessagePort) {
    this.#port = port
    this.#stopReading = port.onMessage(({ value }) => this.#take(value))
  }

  request(command: string, args: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, unknown>>> {
    const seq = ++this.#seq
    return new Promise((resolve, reject) => {
      this.#waiting.set(seq, (message) => {
        if (message['success'] === true) resolve(message)
        else reject(new Error(`${command}: ${String(message['message'])}`))
      })
      this.#port.send({ seq, type: 'request', command, arguments: args })
    })
  }

  /** Resolves at the next event of that name. */
  event(name: string): Promise<void> {
    return new Promise((resolve) => this.#events.set(name, resolve))
  }

  /** Resolves when this many more characters of output have arrived. */
  output(chars: number): Promise<void> {
    return new Promise((done) => (this.#outputWanted = { chars: this.outputChars + chars, done }))
  }

  /** initialize, launch, configurationDone, and the stop at the entry. */
  async open(launch: Readonly<Record<string, unknown>>): Promise<void> {
    await this.request('initialize', EDITOR)
    const initialized = this.event('initialized')
    const stopped = this.event('stopped')
    const launched = this.request('launch', launch)
    await initialized
    await this.request('configurationDone')
    await Promise.all([launched, stopped])
  }

  /** Stops reading. What the daemon sends then stays in the socket's buffers. */
  stall(): void {
    this.#stopReading()
  }

  /** Ends the program, then the connection. */
  async end(): Promise<void> {
    await this.request('disconnect', { terminateDebuggee: true })
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
      answer?.(value)
    } else if (value['event'] === 'output') this.#takeOutput(value['body'])
    else if (typeof value['event'] === 'string') {
      if (value['event'] === 'stopped' && isJsonObject(value['body'])) this.stoppedThread = value['body']['threadId']
      this.#events.get(value['event'])?.()
    }
  }

  #takeOutput(body: unknown): void {
    if (!isJsonObject(body) || typeof body['output'] !== 'string') return
    this.outputChars += body['output'].length
    if (this.#outputWanted === undefined || this.outputChars < this.#outputWanted.chars) return
    this.#outputWanted.done()
    this.#outputWanted = undefined
  }
}
