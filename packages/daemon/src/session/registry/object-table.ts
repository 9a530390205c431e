import type { ObjectEntry } from '@dapplex/tools'

/** Ids kept at a time. The oldest are dropped first and count as released. */
const KEPT = 200_000

export type ObjectLookup =
  | { readonly kind: 'found'; readonly entry: ObjectEntry }
  | { readonly kind: 'never_issued' }
  | { readonly kind: 'released' }

/** Daemon-wide object ids: positive, counting up, never reused. */
export class ObjectTable {
  readonly #entries = new Map<number, ObjectEntry>()
  /** Ids by identity: the same object of a session keeps its id. */
  readonly #known = new Map<string, number>()
  #last = 0

  /** The id of an object. The new entry replaces the known one. */
  issue(entry: Omit<ObjectEntry, 'id'>): number {
    const key = identityOf(entry)
    const known = this.#known.get(key)
    if (known !== undefined) {
      this.#entries.set(known, { ...entry, id: known })
      return known
    }
    this.#last += 1
    this.#entries.set(this.#last, { ...entry, id: this.#last })
    this.#known.set(key, this.#last)
    if (this.#entries.size > KEPT) this.#releaseOldest()
    return this.#last
  }

  find(id: number): ObjectLookup {
    const entry = this.#entries.get(id)
    if (entry !== undefined) return { kind: 'found', entry }
    return { kind: Number.isInteger(id) && id >= 1 && id <= this.#last ? 'released' : 'never_issued' }
  }

  release(id: number): boolean {
    const entry = this.#entries.get(id)
    if (entry === undefined) return false
    this.#known.delete(identityOf(entry))
    return this.#entries.delete(id)
  }

  #releaseOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.release(oldest)
  }
}

/** The adapter's number of an object, else its reference: the core never uses either twice. */
function identityOf({ sessionId, adapterObject, reference }: Omit<ObjectEntry, 'id'>): string {
  return adapterObject === undefined ? `${sessionId} ref ${reference}` : `${sessionId} object ${adapterObject}`
}
