import type { Socket } from 'node:net'
import type { Wire } from './wire.js'

/** The inspector of a process that has connected to this one: one line for each message. */
export class LineWire implements Wire {
  readonly #socket: Socket
  readonly #closed: Promise<void>
  #listener: ((line: string) => void) | undefined
  #rest = ''
  /** Lines that nobody has been told yet. */
  readonly #lines: string[] = []
  #isTelling = false

  constructor(socket: Socket) {
    this.#socket = socket
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => socket.destroy())
    socket.setEncoding('utf8').on('data', (text: string) => this.#take(text))
  }

  get isOpen(): boolean {
    return this.#socket.writable
  }

  send(text: string): void {
    if (this.#socket.writable) this.#socket.write(`${text}\n`)
  }

  onMessage(listener: (line: string) => void): void {
    this.#listener = listener
    this.#tellSoon()
  }

  onClose(listener: () => void): void {
    void this.#closed.then(listener)
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    this.#lines.push(...lines)
    this.#tellSoon()
  }

  /** One message per turn of the event loop: code that awaits an answer runs before the next event is handled. */
  #tellSoon(): void {
    if (this.#isTelling || this.#listener === undefined || this.#lines.length === 0) return
    this.#isTelling = true
    setImmediate(() => {
      this.#isTelling = false
      const line = this.#lines.shift()
      if (line !== undefined) this.#listener?.(line)
      this.#tellSoon()
    })
  }
}
