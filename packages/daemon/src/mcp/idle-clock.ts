/** How long something may be unused, in ms. */
export interface IdleLimits {
  /** A client that sends nothing for this long is forgotten. */
  readonly idleMs: number
  /** The same for one whose connection broke before its answer or stream was complete, and that has not come back. */
  readonly lostMs: number
}

/** Ends something that was not used for a time. The clock stops while it is in use. */
export class IdleClock {
  readonly #limits: IdleLimits
  readonly #expired: () => void
  #uses = 0
  #isLost = false
  #timer: NodeJS.Timeout | undefined

  constructor(limits: IdleLimits, expired: () => void) {
    this.#limits = limits
    this.#expired = expired
  }

  get isInUse(): boolean {
    return this.#uses > 0
  }

  /** Runs `work` and counts it as use. `signal` aborts if the client disconnects before the answer is complete. */
  async during({ signal }: { readonly signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    this.#uses += 1
    this.#isLost = false
    clearTimeout(this.#timer)
    try {
      await work()
    } finally {
      this.#uses -= 1
      this.#isLost ||= signal.aborted
      if (this.#uses === 0) this.#start()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #start(): void {
    const { idleMs, lostMs } = this.#limits
    this.#timer = setTimeout(this.#expired, this.#isLost ? Math.min(lostMs, idleMs) : idleMs)
    this.#timer.unref()
  }
}
