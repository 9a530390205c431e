import type { CloseReason, Incoming, Malformed, Unsubscribe } from './port/message-port.js'

type Arrival = ({ readonly kind: 'message' } & Incoming) | ({ readonly kind: 'malformed' } & Malformed)

/** The part of the underlying stream that the inbox controls. */
export interface Source {
  /** Nobody listens: read no more from the stream. */
  pause(): void
  resume(): void
}

type Phase =
  | 'open'
  /** The stream has ended. Earlier messages are still delivered. */
  | 'ending'
  /** This side has closed. Only `onClose` still fires. */
  | 'closing'
  | 'closed'

/**
 * The receiving half that all ports share: holds what comes until someone listens, delivers in order, closes once.
 *
 * Delivery always starts from a microtask, never from within `onMessage` or `receive`, so that listeners added in one tick see
 * the same. A listener that throws is a defect of the program: the error surfaces as an uncaught one, the rest is delivered.
 */
export class Inbox {
  readonly #source: Source
  readonly #onMessage = new Set<(message: Incoming) => void>()
  readonly #onMalformed = new Set<(malformed: Malformed) => void>()
  readonly #onClose = new Set<(reason: CloseReason) => void>()
  readonly #onTaken: (bytes: number) => void
  #arrivals: Arrival[] = []
  #next = 0
  #phase: Phase = 'open'
  #reason: CloseReason = { kind: 'closed' }
  #isScheduled = false

  /** @param onTaken told the bytes of each arrival that was delivered or dropped */
  constructor(source: Source, onTaken: (bytes: number) => void = () => undefined) {
    this.#source = source
    this.#onTaken = onTaken
  }

  /** False once this side has closed or the stream has ended. Then nothing can be sent. */
  get isOpen(): boolean {
    return this.#phase === 'open'
  }

  receive(arrival: Arrival): void {
    if (this.#phase !== 'open') return this.#onTaken(arrival.bytes.byteLength)
    this.#arrivals.push(arrival)
    this.#schedule()
  }

  /** The stream has ended. Listeners are told after all earlier messages. Only the first reason counts. */
  end(reason: CloseReason): void {
    if (this.#phase !== 'open') return
    this.#phase = 'ending'
    this.#reason = reason
    this.#schedule()
  }

  /** This side closes, and held messages are dropped. If the stream had already ended, that stays the reason. */
  close(): void {
    if (this.#phase === 'closing' || this.#phase === 'closed') return
    const dropped = this.#arrivals.slice(this.#next)
    this.#arrivals = []
    this.#next = 0
    this.#phase = 'closing'
    for (const { bytes } of dropped) this.#onTaken(bytes.byteLength)
    this.#schedule()
  }

  onMessage(listener: (message: Incoming) => void): Unsubscribe {
    const off = add(this.#onMessage, listener)
    this.#schedule()
    if (this.#phase === 'open') this.#source.resume()
    return () => {
      off()
      if (this.#onMessage.size === 0 && this.#phase === 'open') this.#source.pause()
    }
  }

  onMalformed(listener: (malformed: Malformed) => void): Unsubscribe {
    return add(this.#onMalformed, listener)
  }

  onClose(listener: (reason: CloseReason) => void): Unsubscribe {
    const off = add(this.#onClose, listener)
    if (this.#phase !== 'open') this.#schedule()
    return off
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#deliver()
    })
  }

  get #canDeliver(): boolean {
    return this.#next < this.#arrivals.length && this.#onMessage.size > 0
  }

  #deliver(): void {
    try {
      while (this.#canDeliver) this.#deliverOne()
    } finally {
      // Messages are left here while someone listens only if a listener threw.
      if (this.#canDeliver) this.#schedule()
    }
    if (this.#phase !== 'open' && this.#next >= this.#arrivals.length) this.#tellClosed()
  }

  #deliverOne(): void {
    const arrival = this.#arrivals[this.#next++]
    if (this.#next === this.#arrivals.length) {
      this.#arrivals = []
      this.#next = 0
    }
    if (arrival === undefined) return
    this.#onTaken(arrival.bytes.byteLength)
    if (arrival.kind === 'message') this.#tell(this.#onMessage, arrival)
    else this.#tell(this.#onMalformed, arrival)
  }

  #tell<T>(listeners: ReadonlySet<(value: T) => void>, value: T): void {
    for (const listener of listeners) {
      if (this.#phase === 'closing') return
      listener(value)
    }
  }

  #tellClosed(): void {
    this.#phase = 'closed'
    const listeners = [...this.#onClose]
    this.#onClose.clear()
    this.#onMessage.clear()
    this.#onMalformed.clear()
    for (const listener of listeners) listener(this.#reason)
  }
}

/** Wrapped, so that a function added twice is two listeners, and each `off` removes its own. */
function add<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): Unsubscribe {
  const own = (value: T) => listener(value)
  listeners.add(own)
  return () => void listeners.delete(own)
}
