import { LRUCache } from 'lru-cache'
import { sizeOf } from '../state/output-limit.js'

/** Limits of the cache (workflow 27). */
export const CACHE_LIMITS = { entries: 1000, bytes: 50 * 1024 * 1024, ttlMs: 60 * 60 * 1000 } as const

export interface CacheEntry {
  readonly kind: 'inspection' | 'prompt'
  readonly value: unknown
  readonly session?: string
  readonly epoch?: number
  readonly storedAt: number
  readonly expiresAt: number
  /** Of its JSON. */
  readonly sizeBytes: number
}

export type CacheMiss = 'never_stored' | 'expired' | 'evicted' | 'invalidated'
type New = Omit<CacheEntry, 'sizeBytes' | 'storedAt' | 'expiresAt'> & { readonly now: number; readonly ttlMs?: number }

export interface CacheStatus {
  readonly exists: boolean
  readonly key: string
  readonly kind?: CacheEntry['kind']
  readonly sessionId?: string
  readonly epoch?: number
  readonly ageMs?: number
  readonly expiresAt?: number
  readonly sizeBytes?: number
  readonly reason?: CacheMiss
}

/** How many removed keys are remembered, to say why they are gone. */
const REMEMBERED_MISSES = 4000

/** Values under their keys, bounded in number, bytes and age. `now` comes with each call. */
export class InspectionCache {
  readonly #entries: LRUCache<string, CacheEntry>
  readonly #bySession = new Map<string, Set<string>>()
  readonly #gone = new LRUCache<string, CacheMiss>({ max: REMEMBERED_MISSES })

  constructor(limits: { readonly entries: number; readonly bytes: number } = CACHE_LIMITS) {
    this.#entries = new LRUCache<string, CacheEntry>({
      max: limits.entries,
      maxSize: limits.bytes,
      sizeCalculation: (entry) => Math.max(1, entry.sizeBytes),
      dispose: ({ session }, key, reason) => {
        if (reason === 'evict') this.#gone.set(key, 'evicted')
        if (session !== undefined && reason !== 'set') this.#keysOf(session).delete(key)
      },
    })
  }

  /** Stores a value; a value larger than the whole cache is not kept. */
  put(key: string, entry: New): void {
    const { now, ttlMs = CACHE_LIMITS.ttlMs, ...rest } = entry
    const expiresAt = now + Math.min(ttlMs, CACHE_LIMITS.ttlMs)
    this.#gone.delete(key)
    this.#entries.set(key, { ...rest, storedAt: now, expiresAt, sizeBytes: sizeOf(entry.value) })
    if (rest.session !== undefined && this.#entries.has(key)) this.#keysOf(rest.session).add(key)
  }

  /** The value, which counts as used; undefined if it is missing or too old. */
  get(key: string, now: number): CacheEntry | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.expiresAt > now) return entry
    this.#drop(key, 'expired')
    return undefined
  }

  /** Whether an entry exists, without its value. It changes no counter and no order. */
  status(key: string, now: number): CacheStatus {
    const entry = this.#entries.peek(key)
    if (entry === undefined) return { exists: false, key, reason: this.#gone.peek(key) ?? 'never_stored' }
    if (entry.expiresAt <= now) return { exists: false, key, reason: 'expired' }
    const { kind, session, epoch, storedAt, expiresAt, sizeBytes } = entry
    return {
      exists: true,
      key,
      kind,
      ...(session === undefined ? {} : { sessionId: session }),
      ...(epoch === undefined ? {} : { epoch }),
      ageMs: now - storedAt,
      expiresAt,
      sizeBytes,
    }
  }

  /** Removes one entry, or all of a session; returns the number of removed entries. */
  invalidate(what: { readonly key?: string; readonly session?: string }): number {
    const { key, session } = what
    const own = key !== undefined && this.#entries.has(key) ? [key] : []
    const keys = new Set([...own, ...(session === undefined ? [] : (this.#bySession.get(session) ?? []))])
    for (const one of keys) this.#drop(one, 'invalidated')
    if (session !== undefined) this.#bySession.delete(session)
    return keys.size
  }

  #keysOf(session: string): Set<string> {
    const known = this.#bySession.get(session) ?? new Set()
    this.#bySession.set(session, known)
    return known
  }

  #drop(key: string, why: CacheMiss): void {
    this.#entries.delete(key)
    this.#gone.set(key, why)
  }
}
