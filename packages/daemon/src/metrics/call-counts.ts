import { toolRegistry } from '@dapplex/protocol'

export interface CallCount {
  readonly method: string
  /** `ok`, or the type of the error. */
  readonly outcome: string
  readonly calls: number
  readonly seconds: number
}

/** The calls of tools since the daemon began, by name and outcome. */
export class CallCounts {
  readonly #counts = new Map<string, { method: string; outcome: string; calls: number; seconds: number }>()

  /** @param name as the caller gave it. Unknown names count as `other`, so that callers cannot create labels */
  add(name: string, outcome: string, ms: number): void {
    const method = toolRegistry.has(name) ? name : 'other'
    const key = `${method} ${outcome}`
    const count = this.#counts.get(key) ?? { method, outcome, calls: 0, seconds: 0 }
    count.calls += 1
    count.seconds += ms / 1000
    this.#counts.set(key, count)
  }

  list(): readonly CallCount[] {
    return [...this.#counts.values()]
  }
}
