/** Calls back once the daemon has been idle for a while. */
export class IdleWatch {
  readonly #ms: number
  readonly #isIdle: () => boolean
  readonly #expired: () => void
  #timer: NodeJS.Timeout | undefined
  #phase: 'watching' | 'stopped' = 'watching'

  constructor(ms: number, isIdle: () => boolean, expired: () => void) {
    this.#ms = ms
    this.#isIdle = isIdle
    this.#expired = expired
  }

  /** Call it when something has begun or ended. */
  look(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#phase === 'stopped' || !this.#isIdle()) return
    this.#timer = setTimeout(() => this.#expired(), this.#ms)
  }

  /** Stops for good: later calls of `look` start no timer. */
  stop(): void {
    this.#phase = 'stopped'
    clearTimeout(this.#timer)
  }
}
