import type { Unsubscribe } from './port/message-port.js'

/** Reports when buffered bytes have been sent. One instance per port; `wrote` is the callback of every write. */
export class Outbox {
  readonly #onDrain = new Set<() => void>()
  readonly #bufferedBytes: () => number
  #isWaiting = false
  #isScheduled = false
  #isClosed = false

  constructor(bufferedBytes: () => number) {
    this.#bufferedBytes = bufferedBytes
  }

  /** Call it after each write. */
  sent(): void {
    if (this.#bufferedBytes() > 0) this.#isWaiting = true
  }

  /** Some bytes have been sent. Bound, so that it can be passed to a stream as a callback. */
  readonly wrote = (): void => {
    if (!this.#isWaiting || this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.#isClosed) return
      if (this.#bufferedBytes() === 0) this.#isWaiting = false
      for (const listener of this.#onDrain) listener()
    })
  }

  onDrain(listener: () => void): Unsubscribe {
    const own = () => listener()
    this.#onDrain.add(own)
    return () => void this.#onDrain.delete(own)
  }

  close(): void {
    this.#isClosed = true
    this.#onDrain.clear()
  }
}
