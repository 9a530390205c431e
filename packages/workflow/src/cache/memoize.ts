import type { InspectionCache } from './cache.js'
import type { Epochs } from './epochs.js'
import type { Sha256 } from './key.js'
import { inspectionKey } from './key.js'

export interface Memoized {
  readonly value: unknown
  readonly cache: { readonly key: string; readonly hit: boolean; readonly epoch: number }
}

export interface Inspection {
  readonly session: string
  readonly method: string
  readonly params: unknown
  /** Asks the adapter; a rejection is never stored. */
  readonly compute: () => Promise<unknown>
}

/**
 * Answers read-only inspections of a stopped program from the cache: equal calls at once reach the adapter once, and an
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

  async answer(inspection: Inspection): Promise<Memoized> {
    const { cache, epochs, sha256, now } = this.parts
    const { session, method, params } = inspection
    const epoch = epochs.current(session)
    const key = inspectionKey({ session, epoch, method, params }, sha256)
    const stored = cache.get(key, now())
    if (stored !== undefined) return { value: stored.value, cache: { key, hit: true, epoch } }
    const running = this.#underWay.get(key)
    const joined = running === undefined ? undefined : await settled(running)
    // What failed for another caller, or was taken back by it, is tried again for this one.
    if (joined?.kind === 'failed') return this.answer(inspection)
    if (joined !== undefined) return { value: joined.value, cache: { key, hit: true, epoch } }
    const value = await this.#compute(key, inspection)
    if (epochs.current(session) === epoch) cache.put(key, { kind: 'inspection', value, session, epoch, now: now() })
    return { value, cache: { key, hit: false, epoch } }
  }

  async #compute(key: string, { compute }: Inspection): Promise<unknown> {
    const running = compute()
    this.#underWay.set(key, running)
    try {
      return await running
    } finally {
      this.#underWay.delete(key)
    }
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
