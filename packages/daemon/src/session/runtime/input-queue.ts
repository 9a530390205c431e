/** Inputs taken before other work of the daemon gets its turn. */
const BATCH = 64

/**
 * Takes inputs one at a time and in order. One that arrives while another is taken waits, so that the core is never entered
 * twice; after every `BATCH` the event loop runs, so that a session that is flooded holds up no other.
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
      // Also after an input that threw, a defect: it must not hold up the others.
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
