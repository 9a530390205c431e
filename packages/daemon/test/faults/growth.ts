import type { Memory } from './faulty-daemon.js'

export type Rest = Memory & { readonly descriptors: number; readonly processes: number }

/** Heap that may be held more than after the warm-up: what the workflow tree keeps of calls is limited, and not full by then. */
const MOST_HEAP_GROWTH = 24 * 1024 * 1024

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

/** What a daemon holds without sessions, time after time. The first is the warm-up. */
export class Growth {
  readonly #rests: Rest[] = []

  add(rest: Rest): void {
    this.#rests.push(rest)
  }

  /** Of the warm-up. */
  get firstDescriptors(): number | undefined {
    return this.#rests[0]?.descriptors
  }

  last(): string {
    const { heapUsed, external, rss, descriptors, processes, handles } = this.#rests.at(-1) ?? NOTHING
    return `heap ${megabytes(heapUsed)} MB, external ${megabytes(external)} MB, resident ${megabytes(rss)} MB, ${descriptors} descriptors, ${processes} processes, ${handles} handles`
  }

  problems(): string[] {
    const [first] = this.#rests
    const last = this.#rests.at(-1)
    if (first === undefined || last === undefined) return []
    const grown = (['descriptors', 'processes'] as const).filter((what) => last[what] > first[what])
    const problems = grown.map((what) => `${what}: ${first[what]} after the warm-up, ${last[what]} at the end`)
    if (last.heapUsed > first.heapUsed + MOST_HEAP_GROWTH)
      problems.push(
        `heap: ${megabytes(first.heapUsed)} MB after the warm-up, ${megabytes(last.heapUsed)} MB at the end`,
      )
    return problems
  }
}

const NOTHING: Rest = { heapUsed: 0, external: 0, rss: 0, handles: 0, descriptors: 0, processes: 0 }
