/** Ends something that was not used for a time. The clock stops while it is in use. */
export class IdleClock {
  readonly #ms: number
  readonly #expired: () => void
  #uses = 0
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, expired: () => void) {
    this.#ms = ms
    this.#expired = expired
  }

  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** Runs `work` and counts it as use. */
  async during(work: () => Promise<void>): Promise<void> {
    this.#uses += 1
    clearTimeout(this.#timer)
    try {
      await work()
    } finally {
      this.#uses -= 1
      if (this.#uses === 0) this.#start()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #start(): void {
    this.#timer = setTimeout(this.#expired, this.#ms)
    this.#timer.unref()
  }
}
