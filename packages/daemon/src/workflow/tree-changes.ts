/** Counts the changes of the tree, and wakes the callers that wait for the next one. */
export class TreeChanges {
  readonly #waiting = new Set<() => void>()
  #version: number

  constructor(first: number) {
    this.#version = first
  }

  get version(): number {
    return this.#version
  }

  add(): void {
    this.#version += 1
    for (const wake of [...this.#waiting]) wake()
  }

  /** Resolves at the next change, at the time-out, or when the caller is gone. */
  next(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, timeoutMs)
      this.#waiting.add(wake)
      if (signal.aborted) wake()
      signal.addEventListener('abort', wake)
    })
  }
}
