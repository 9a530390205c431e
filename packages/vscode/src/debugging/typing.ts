/** How long after the last key somebody still types. */
const TYPING_MS = 3000

/** Knows whether somebody types in an editor: then a stop that another client has caused takes no focus. */
export class Typing {
  #last = -Infinity
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** A document was changed by hand. */
  typed(): void {
    this.#last = this.#now()
  }

  /** The person moves the program: what they typed before counts no more, the next stop is wanted. */
  moved(): void {
    this.#last = -Infinity
  }

  get isUnderWay(): boolean {
    return this.#now() - this.#last < TYPING_MS
  }
}
