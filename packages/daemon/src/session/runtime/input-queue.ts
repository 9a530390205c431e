/** Inputs handled before the daemon's other work gets a turn. */
const BATCH = 64

/**
 * Handles inputs one at a time and in order. An input that arrives meanwhile waits, so that the core is never re-entered;
 * after every `BATCH` inputs the event loop runs, so that a busy session blocks no other.
 */
export class InputQueue<T> {
  readonly #take: (input: T) => void
  #waiting: T[] = []
  #next = 0
  #phase: 'idle' | 'taking' | 'yielding' = 'idle'

  constructor(take: (input: T) => void) {
    this.#take = take
  }

  push(input: T): void {
    this.#waiting.push(input)
    if (this.#phase === 'idle') this.#takeBatch()
  }

  #takeBatch(): void {
    this.#phase = 'taking'
    let taken = 0
    try {
      while (this.#next < this.#waiting.length && taken < BATCH) {
        const input = this.#waiting[this.#next] as T
        this.#next += 1
        taken += 1
        this.#take(input)
      }
    } finally {
      // Also after an input that threw, which is a defect: the others must go on.
      this.#afterBatch()
    }
  }

  #afterBatch(): void {
    if (this.#next === this.#waiting.length) {
      this.#waiting = []
      this.#next = 0
      this.#phase = 'idle'
      return
    }
    if (this.#next > 4 * BATCH) {
      this.#waiting = this.#waiting.slice(this.#next)
      this.#next = 0
    }
    this.#phase = 'yielding'
    setImmediate(() => this.#takeBatch())
  }
}
