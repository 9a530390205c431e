import type { MessagePort } from '@dapplex/transport'

/** Unread bytes from which on a client gets no more output: as for DAP clients (mux 16). */
const BUDGET = 1024 * 1024
/** Answers and other events still wait for a client, up to here. */
const MOST = 64 * 1024 * 1024
/** A client over its budget has this long to read before more calls of it begin. */
const READING_MS = 100
/** As `sessions.stalled_client_ms` for DAP clients. */
const STALLED_MS = 60_000

export interface UnreadOptions {
  /** A client over its budget that reads nothing for this long is given up. */
  readonly stalledMs?: number | undefined
  readonly givenUp: () => void
}

/** What a client of JSON-RPC or MCP has not read yet. A client that reads nothing is disconnected (mux 16). */
export class UnreadBudget {
  readonly #port: MessagePort
  readonly #options: UnreadOptions
  #stalled: NodeJS.Timeout | undefined
  #heldBytes = 0
  #isGivenUp = false

  constructor(port: MessagePort, options: UnreadOptions) {
    this.#port = port
    this.#options = options
    port.onDrain(() => this.#read())
    port.onClose(() => clearTimeout(this.#stalled))
  }

  get isOver(): boolean {
    return this.#port.bufferedBytes > BUDGET
  }

  /** Call it after each message that was sent. */
  sent(): void {
    if (this.#port.bufferedBytes + this.#heldBytes > MOST) return this.#giveUp()
    if (this.isOver) this.#stalled ??= this.#wait()
  }

  /** Counts bytes that wait here to be sent; negative ones when they are sent. */
  hold(bytes: number): void {
    this.#heldBytes += bytes
    if (bytes > 0) this.sent()
  }

  /** Resolves when everybody else had a turn, and the client has read what is over its budget or does not read it for a while. */
  async turn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.isOver) await this.#untilRead()
  }

  #untilRead(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        stop()
        clearTimeout(timer)
        resolve()
      }
      const stop = this.#port.onDrain(() => {
        if (!this.isOver) done()
      })
      const timer = setTimeout(done, READING_MS)
    })
  }

  #read(): void {
    clearTimeout(this.#stalled)
    this.#stalled = this.isOver ? this.#wait() : undefined
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => this.#giveUp(), this.#options.stalledMs ?? STALLED_MS).unref()
  }

  #giveUp(): void {
    if (this.#isGivenUp) return
    this.#isGivenUp = true
    clearTimeout(this.#stalled)
    this.#options.givenUp()
    this.#port.close()
  }
}
