import { RequestFailure } from './request-failure.js'

/**
 * Numbers for things that live until the program resumes. No number is used twice, so a number from an earlier stop is refused
 * and never means something else (mux 5).
 */
export class Handles<T> {
  readonly #what: string
  readonly #values = new Map<number, T>()
  #last = 0

  /** @param what what a number stands for, for error messages: "frame" */
  constructor(what: string) {
    this.#what = what
  }

  add(value: T): number {
    this.#values.set(++this.#last, value)
    return this.#last
  }

  /** What a number stands for from now on. */
  replace(handle: number, value: T): void {
    this.#values.set(handle, value)
  }

  /** @throws RequestFailure for a number of an earlier stop, or one that was never given */
  get(handle: number): T {
    const value = this.#values.get(handle)
    if (value !== undefined) return value
    const wasGiven = Number.isInteger(handle) && handle >= 1 && handle <= this.#last
    throw new RequestFailure(
      wasGiven
        ? `${this.#what} ${handle} is no longer valid: the program has resumed since`
        : `there is no ${this.#what} ${handle}`,
    )
  }

  /** The program resumes: every number given so far becomes invalid. */
  expire(): void {
    this.#values.clear()
  }
}
