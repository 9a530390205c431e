/** How many calls of functions are remembered for a thread. */
const MOST_ACTIVATIONS = 32

/** A frame that waits for the one above it. It stays at its line until that returns. */
export interface Caller {
  readonly function: string
  readonly line: number | undefined
}

/** One call of a function that has not returned. */
export interface Activation {
  readonly threadId: number
  readonly function: string
  /** The frames below, the nearest first; of a deep stack only the nearest. */
  readonly callers: readonly Caller[]
  /** How many frames are below. */
  readonly depth: number
}

interface Shown {
  readonly activation: Activation
  readonly stopId: number
  /** Values by name, as the adapter gave them. */
  readonly values: ReadonlyMap<string, string>
  /** Those of the last stop before that was shown. */
  readonly before: ReadonlyMap<string, string> | undefined
}

/**
 * What the results of one session have shown of its stops. All callers of the session share it, so that calls that each make a
 * connection of their own see what has changed too.
 */
export class DigestMemory {
  readonly #shown = new Map<number, readonly Shown[]>()
  #output = { stopId: 0, from: 0, to: 0 }
  #runBegan = 0

  /** A thread stands in this call now: what was called by it and by others before has returned. */
  standsIn(activation: Activation): void {
    const known = this.#shown.get(activation.threadId) ?? []
    const there = known.filter(({ activation: one }) => isSameActivation(one, activation) || isBelow(one, activation))
    this.#shown.set(activation.threadId, there)
  }

  /**
   * Remembers the values of a frame, and returns those of the same activation at the last stop before this one that was shown;
   * undefined where it was not shown before.
   */
  compare(
    { stopId, activation }: { readonly stopId: number; readonly activation: Activation },
    values: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, string> | undefined {
    const { threadId } = activation
    const known = this.#shown.get(threadId) ?? []
    const last = known.find((one) => isSameActivation(one.activation, activation))
    const before = last?.stopId === stopId ? last.before : last?.values
    const others = known.filter((one) => one !== last)
    this.#shown.set(threadId, [...others, { activation, stopId, values, before }].slice(-MOST_ACTIVATIONS))
    return before
  }

  /** The offset from which the output of a stop is shown. Its output ends at `end` so far. */
  outputFrom(stopId: number, end: number): number {
    const { from, to } = this.#output
    const start = this.#output.stopId === stopId ? from : to
    this.#output = { stopId, from: start, to: end }
    return start
  }

  /** The program is started again: its calls are other ones, and its output begins at this offset. */
  runBegins(outputEnd: number): void {
    this.#shown.clear()
    this.#output = { stopId: this.#output.stopId, from: outputEnd, to: outputEnd }
    this.#runBegan = outputEnd
  }

  /** The offset at which the output of this run of the program begins. */
  get runBegan(): number {
    return this.#runBegan
  }
}

/** Whether two stops stand in the same call of a function. */
export const isSameActivation = (one: Activation, other: Activation): boolean =>
  one.depth === other.depth && one.function === other.function && haveSame(one.callers, other.callers)

/** Whether an activation still waits for another one above it. One that does not has returned. */
function isBelow(one: Activation, above: Activation): boolean {
  const distance = above.depth - one.depth
  if (distance <= 0) return false
  const waiting = above.callers[distance - 1]
  if (waiting !== undefined && waiting.function !== one.function) return false
  return haveSame(one.callers, above.callers.slice(distance))
}

/** The nearest that both know. */
const haveSame = (some: readonly Caller[], others: readonly Caller[]): boolean =>
  some
    .slice(0, others.length)
    .every((caller, index) => caller.function === others[index]?.function && caller.line === others[index].line)
