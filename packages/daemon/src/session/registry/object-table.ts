import type { ObjectEntry } from '@dapplex/tools'

/** Ids kept at a time. The oldest are dropped first and count as released. */
const KEPT = 200_000

export type ObjectLookup =
  | { readonly kind: 'found'; readonly entry: ObjectEntry }
  | { readonly kind: 'never_issued' }
  | { readonly kind: 'released' }
  | { readonly kind: 'session_ended' }

const ENDED: ObjectLookup = { kind: 'session_ended' }

/** Daemon-wide object ids: positive, counting up, never reused. */
export class ObjectTable {
  readonly #entries = new Map<number, ObjectLookup>()
  /** Ids by session and identity: the same object of a session keeps its id. */
  readonly #known = new Map<string, Map<string, number>>()
  #last = 0

  /** The id of an object. The new entry replaces the known one. */
  issue(entry: Omit<ObjectEntry, 'id'>): number {
    const ofSession = this.#known.get(entry.sessionId) ?? new Map<string, number>()
    this.#known.set(entry.sessionId, ofSession)
    const key = identityOf(entry)
    const known = ofSession.get(key)
    const id = known ?? (this.#last += 1)
    this.#entries.set(id, { kind: 'found', entry: { ...entry, id } })
    if (known !== undefined) return id
    ofSession.set(key, id)
    if (this.#entries.size > KEPT) this.#releaseOldest()
    return id
  }

  find(id: number): ObjectLookup {
    const found = this.#entries.get(id)
    if (found !== undefined) return found
    return { kind: Number.isInteger(id) && id >= 1 && id <= this.#last ? 'released' : 'never_issued' }
  }

  release(id: number): boolean {
    const found = this.#entries.get(id)
    if (found?.kind === 'found') this.#known.get(found.entry.sessionId)?.delete(identityOf(found.entry))
    return this.#entries.delete(id)
  }

  /** Of its objects no more is kept than that their session has ended. */
  endSession(sessionId: string): void {
    for (const id of this.#known.get(sessionId)?.values() ?? []) this.#entries.set(id, ENDED)
    this.#known.delete(sessionId)
  }

  #releaseOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.release(oldest)
  }
}

/** The adapter's number of an object, else its reference: the core never uses either twice. */
function identityOf({ adapterObject, reference }: Pick<ObjectEntry, 'adapterObject' | 'reference'>): string {
  return adapterObject === undefined ? `ref ${reference}` : `object ${adapterObject}`
}
