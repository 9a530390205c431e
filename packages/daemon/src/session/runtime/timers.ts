import type { Effect } from '@dapplex/mux'

/** Named timers; starting a name again moves it. */
export class Timers {
  readonly #handles = new Map<string, NodeJS.Timeout>()
  readonly #fired: (timer: string) => void

  #phase: 'open' | 'closed' = 'open'

  constructor(fired: (timer: string) => void) {
    this.#fired = fired
  }

  /** Does what the core wants of a timer. */
  take(effect: Extract<Effect, { kind: 'startTimer' | 'cancelTimer' }>): void {
    if (effect.kind === 'startTimer') this.#start(effect.timer, effect.ms)
    else this.#cancel(effect.timer)
  }

  #start(timer: string, ms: number): void {
    this.#cancel(timer)
    if (this.#phase === 'closed') return
    const handle = setTimeout(() => {
      this.#handles.delete(timer)
      this.#fired(timer)
    }, ms)
    this.#handles.set(timer, handle)
  }

  #cancel(timer: string): void {
    clearTimeout(this.#handles.get(timer))
    this.#handles.delete(timer)
  }

  /** Cancels all, and starts none any more: what the core still wants after its end would only keep the process alive. */
  close(): void {
    this.#phase = 'closed'
    for (const timer of [...this.#handles.keys()]) this.#cancel(timer)
  }
}
