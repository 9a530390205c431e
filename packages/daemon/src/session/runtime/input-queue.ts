/** Inputs handled before the daemon's other work gets a turn. */
const BATCH = 64

/**
 * Handles inputs one at a time and in order. An input that arrives meanwhile waits, so that the core is never re-entered;
 * after every `BATCH` inputs the event loop runs, so that a busy session blocks no other.
 */
export class InputQueue<T> {
  readonly #take: (input: T) => void
  readonly #failed: (input: T, error: unknown) => void
  #waiting: T[] = []
  #next = 0
  #phase: 'idle' | 'taking' | 'yielding' = 'idle'

  /** @param failed is told of an input that `take` throws on, which is a defect: the others go on */
  constructor(take: (input: T) => void, failed: (input: T, error: unknown) => void) {
    this.#take = take
    this.#failed = failed
  }

  push(input: T): void {
    this.#waiting.push(input)
    if (this.#phase === 'idle') this.#takeBatch()
  }

  #takeBatch(): void {
    this.#phase = 'taking'
    for (let taken = 0; this.#next < this.#waiting.length && taken < BATCH; taken += 1) {
      const input = this.#waiting[this.#next] as T
      this.#next += 1
      this.#takeOne(input)
    }
    this.#afterBatch()
  }

  #takeOne(input: T): void {
    try {
      this.#take(input)
    } catch (error) {
      this.#failed(input, error)
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
