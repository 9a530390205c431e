import type { Trace } from './trace.js'

/** What is true of one stop for as long as it lasts. Absent where a result does not say it. */
export interface StopFacts {
  readonly reason?: string | undefined
  readonly threadId?: number | undefined
  /** Of the top frame. */
  readonly line?: number | undefined
  /** The value of `tick`. */
  readonly tick?: number | undefined
}

interface Known {
  readonly value: string | number
  readonly source: string
}

/**
 * What all results of all clients say of each stop. Two that differ cannot both be of that stop, so one of them is a mixture
 * of two stops (mux 17).
 */
export class StopLedger {
  readonly #known = new Map<string, Known>()

  constructor(readonly trace: Trace) {}

  note(stopId: number, facts: StopFacts, source: string): void {
    const { reason, threadId, line, tick } = facts
    this.#compare(`the reason of stop ${stopId}`, reason, source)
    this.#compare(`the thread of stop ${stopId}`, threadId, source)
    // What names no thread is about the current one.
    const thread = threadId ?? this.#known.get(`the thread of stop ${stopId}`)?.value
    if (thread === undefined) return
    this.#compare(`the line of thread ${thread} at stop ${stopId}`, line, source)
    this.#compare(`tick of thread ${thread} at stop ${stopId}`, tick, source)
  }

  #compare(what: string, value: string | number | undefined, source: string): void {
    if (value === undefined) return
    const known = this.#known.get(what)
    if (known === undefined) this.#known.set(what, { value, source })
    else if (known.value !== value)
      this.trace.problem(source, `${what} is ${value}, but ${known.value} for ${known.source}`)
  }
}
