/** Longest history that a failure shows. */
const SHOWN = 60

/** What happened in a walk, and what was wrong in it. */
export class Trace {
  readonly problems: string[] = []
  /** How often each kind of refusal was answered, for the script to show. */
  readonly refusals = new Map<string, number>()
  readonly #lines: string[] = []
  readonly #startMs = performance.now()

  note(who: string, what: string): void {
    if (who === 'watcher' && what.includes('timeout')) return
    this.#lines.push(`${Math.round(performance.now() - this.#startMs)} ms ${who}: ${what.slice(0, 300)}`)
  }

  /** A broken invariant. The walk ends with the next round. */
  problem(who: string, what: string): void {
    this.problems.push(`${who}: ${what}`)
    this.note(who, `PROBLEM ${what}`)
  }

  refused(what: string): void {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1)
  }

  history(shown = SHOWN): string {
    return this.#lines.slice(-shown).join('\n')
  }
}
