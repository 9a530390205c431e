/** Calls back once nothing has been going on for a while. */
export class IdleWatch {
  readonly #ms: number
  readonly #isIdle: () => boolean
  readonly #expired: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, isIdle: () => boolean, expired: () => void) {
    this.#ms = ms
    this.#isIdle = isIdle
    this.#expired = expired
  }

  /** Something has begun or ended. */
  look(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#isIdle()) return
    this.#timer = setTimeout(() => this.#expired(), this.#ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
