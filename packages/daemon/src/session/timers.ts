/** Named timers; starting a name again moves it. */
export class Timers {
  readonly #handles = new Map<string, NodeJS.Timeout>()
  readonly #fired: (timer: string) => void

  constructor(fired: (timer: string) => void) {
    this.#fired = fired
  }

  start(timer: string, ms: number): void {
    this.cancel(timer)
    const handle = setTimeout(() => {
      this.#handles.delete(timer)
      this.#fired(timer)
    }, ms)
    this.#handles.set(timer, handle)
  }

  cancel(timer: string): void {
    clearTimeout(this.#handles.get(timer))
    this.#handles.delete(timer)
  }

  cancelAll(): void {
    for (const timer of [...this.#handles.keys()]) this.cancel(timer)
  }
}
