import type { SessionEvent } from '@dapplex/protocol'

/** Events kept of one session. For a short time there may be twice as many. */
const KEPT = 10_000
/** Characters of output kept in them; for a short time twice as many. A program prints more often than it stops (mux 16). */
const KEPT_TEXT = 1024 * 1024

type Listener = (event: SessionEvent) => void

/** The events of a session, in order, the newest within both limits, and their listeners. */
export class EventLog {
  #events: SessionEvent[] = []
  #dropped = 0
  #text = 0
  readonly #listeners = new Set<Listener>()
  /** The listeners that get output too: thousands of waiting calls must not slow down output. */
  readonly #outputListeners = new Set<Listener>()
  #hasEnded = false

  /** Whether the session has ended: no further event can come. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** The seq of the latest event, 0 before the first. */
  get lastSeq(): number {
    return this.#dropped + this.#events.length
  }

  /** How many are kept. */
  get kept(): number {
    return this.#events.length
  }

  add(event: SessionEvent): void {
    this.#events.push(event)
    if (event.kind === 'ended') this.#hasEnded = true
    // The session was restarted (mux 11).
    else if (event.kind === 'phase' && event.phase !== 'ended') this.#hasEnded = false
    this.#text += textOf(event)
    if (this.#events.length >= KEPT * 2 || this.#text >= KEPT_TEXT * 2) this.#forgetOldest()
    const hearing = event.kind === 'output' ? this.#outputListeners : this.#listeners
    for (const listener of [...hearing]) listener(event)
  }

  /** The recorded events after a seq, and how many of them are lost. */
  after(sinceSeq: number): { readonly events: readonly SessionEvent[]; readonly gap: number } {
    const from = Math.max(0, sinceSeq - this.#dropped)
    return { events: this.#events.slice(from), gap: Math.max(0, this.#dropped - sinceSeq) }
  }

  /** The newest event is kept, however long it is. */
  #forgetOldest(): void {
    let first = this.#events.length - 1
    let text = textOf(this.#events[first])
    for (; first > 0 && this.#events.length - first < KEPT; first -= 1) {
      text += textOf(this.#events[first - 1])
      if (text > KEPT_TEXT) break
    }
    this.#events = this.#events.slice(first)
    this.#dropped += first
    this.#text = this.#events.reduce((sum, event) => sum + textOf(event), 0)
  }

  /** @param hears `quiet`: everything but output */
  listen(listener: Listener, hears: 'all' | 'quiet' = 'all'): () => void {
    const entry: Listener = (event) => listener(event)
    this.#listeners.add(entry)
    if (hears === 'all') this.#outputListeners.add(entry)
    return () => {
      this.#listeners.delete(entry)
      this.#outputListeners.delete(entry)
    }
  }

  /** The number of listeners; 0 for a session that no one watches. */
  get listeners(): number {
    return this.#listeners.size
  }
}

const textOf = (event: SessionEvent | undefined): number => (event?.kind === 'output' ? event.text.length : 0)
