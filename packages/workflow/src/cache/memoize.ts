import type { InspectionCache } from './cache.js'
import type { Epochs } from './epochs.js'
import type { Sha256 } from './key.js'
import { inspectionKey } from './key.js'

export interface Memoized {
  readonly value: unknown
  readonly cache: { readonly key: string; readonly hit: boolean; readonly epoch: number }
}

/** Either the kept answer, or the task to compute it: call `keep` once, with the promise of the answer. */
export type Recalled =
  | { readonly kind: 'kept'; readonly answer: Memoized }
  | { readonly kind: 'missing'; readonly keep: (computing: Promise<unknown>) => Promise<Memoized> }

export interface Inspection {
  readonly session: string
  readonly method: string
  readonly params: unknown
}

/**
 * Answers read-only inspections of a stopped program from the cache. Equal concurrent calls ask the adapter once, and an
 * answer is stored only if the epoch did not move meanwhile (workflow 23).
 */
export class Memoizer {
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(
    private readonly parts: {
      readonly cache: InspectionCache
      readonly epochs: Epochs
      readonly sha256: Sha256
      readonly now: () => number
    },
  ) {}

  /** Waits for an equal inspection that is under way. */
  async recall(inspection: Inspection): Promise<Recalled> {
    const { cache, epochs, sha256, now } = this.parts
    const { session, method, params } = inspection
    const epoch = epochs.current(session)
    const key = inspectionKey({ session, epoch, method, params }, sha256)
    const stored = cache.get(key, now())
    const kept = (value: unknown): Recalled => ({ kind: 'kept', answer: { value, cache: { key, hit: true, epoch } } })
    if (stored !== undefined) return kept(stored.value)
    const running = this.#underWay.get(key)
    if (running === undefined) return this.#begin({ key, session, epoch })
    const joined = await settled(running)
    // The other caller's computation failed or was cancelled: this caller computes the answer itself.
    return joined.kind === 'done' ? kept(joined.value) : this.recall(inspection)
  }

  /** From now on equal inspections wait for this one. */
  #begin({ key, session, epoch }: { key: string; session: string; epoch: number }): Recalled {
    const { cache, epochs, now } = this.parts
    let begin: (computing: Promise<unknown>) => void = () => undefined
    const running = new Promise<unknown>((resolve) => (begin = resolve))
    this.#underWay.set(key, running)
    const keep = async (computing: Promise<unknown>): Promise<Memoized> => {
      begin(computing)
      try {
        const value = await running
        if (epochs.current(session) === epoch) cache.put(key, { kind: 'inspection', value, session, epoch, now: now() })
        return { value, cache: { key, hit: false, epoch } }
      } finally {
        this.#underWay.delete(key)
      }
    }
    return { kind: 'missing', keep }
  }
}

type Settled = { readonly kind: 'done'; readonly value: unknown } | { readonly kind: 'failed' }

async function settled(running: Promise<unknown>): Promise<Settled> {
  try {
    return { kind: 'done', value: await running }
  } catch {
    return { kind: 'failed' }
  }
}
