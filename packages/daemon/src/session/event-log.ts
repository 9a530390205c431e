import type { SessionEvent } from '@dapplex/protocol'

/** Events kept of one session. */
const KEPT = 10_000

type Listener = (event: SessionEvent) => void

/** What happened in a session, in order, the newest `KEPT` of it, and who wants to hear more. */
export class EventLog {
  #events: SessionEvent[] = []
  #dropped = 0
  readonly #listeners = new Set<Listener>()

  /** The seq of the latest event, 0 before the first. */
  get lastSeq(): number {
    return this.#dropped + this.#events.length
  }

  add(event: SessionEvent): void {
    this.#events.push(event)
    if (this.#events.length >= KEPT * 2) {
      this.#events = this.#events.slice(KEPT)
      this.#dropped += KEPT
    }
    for (const listener of [...this.#listeners]) listener(event)
  }

  /** The recorded events after a seq, and how many of them are lost. */
  after(sinceSeq: number): { readonly events: readonly SessionEvent[]; readonly gap: number } {
    const from = Math.max(0, sinceSeq - this.#dropped)
    return { events: this.#events.slice(from), gap: Math.max(0, this.#dropped - sinceSeq) }
  }

  listen(listener: Listener): () => void {
    const own: Listener = (event) => listener(event)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /** How many listen; a session that nobody looks at has none. */
  get listeners(): number {
    return this.#listeners.size
  }
}
