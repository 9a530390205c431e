import type { Incoming, MessagePort } from '@dapplex/transport'
import type { ClientSink } from './client-sink.js'

/** A client with more than this unread pauses the adapter … */
const HIGH_BYTES = 512 * 1024
/** … until only this much is unread, */
const LOW_BYTES = 128 * 1024
/** or for this long. A client that is slower than that falls under the core's budget for slow clients (mux 16). */
const PATIENCE_MS = 1000

/** The stream of messages from the adapter. It can be paused. */
export interface HeldSource {
  pause(): void
  resume(): void
}

/**
 * Pauses a program that prints faster than a client reads, so that a reading client gets everything. A client that does not
 * read pauses the program only for a moment (mux 16).
 */
export class BackPressure {
  readonly #sinks: () => Iterable<ClientSink>
  readonly #source: HeldSource
  /** Clients that did not catch up in time. Each is waited for again once it has caught up. */
  readonly #slow = new WeakSet<ClientSink>()
  #waitingFor: ClientSink | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(sinks: () => Iterable<ClientSink>, source: HeldSource) {
    this.#sinks = sinks
    this.#source = source
  }

  /** Decides whether the adapter may go on. Call it after data was sent or was read. */
  look(): void {
    if (this.#waitingFor !== undefined && this.#isBehind(this.#waitingFor)) return
    const next = this.#behind()
    if (next === this.#waitingFor) return
    this.#waitFor(next)
  }

  /** A client that has left is not waited for. */
  #isBehind(sink: ClientSink): boolean {
    return sink.waitingBytes() > LOW_BYTES && [...this.#sinks()].includes(sink)
  }

  #behind(): ClientSink | undefined {
    for (const sink of this.#sinks()) {
      const waiting = sink.waitingBytes()
      if (waiting <= LOW_BYTES) this.#slow.delete(sink)
      if (waiting > HIGH_BYTES && !this.#slow.has(sink)) return sink
    }
    return undefined
  }

  #waitFor(sink: ClientSink | undefined): void {
    clearTimeout(this.#patience)
    if (this.#waitingFor === undefined && sink !== undefined) this.#source.pause()
    if (this.#waitingFor !== undefined && sink === undefined) this.#source.resume()
    this.#waitingFor = sink
    if (sink === undefined) return
    this.#patience = setTimeout(() => {
      this.#slow.add(sink)
      this.#waitFor(this.#behind())
    }, PATIENCE_MS)
  }
}

export interface Reading {
  readonly sinks: () => Iterable<ClientSink>
  readonly take: (message: Incoming) => void
}

/** Reads the adapter's messages as fast as the clients read theirs: a port without a listener pauses its stream. */
export function readWithPressure(port: MessagePort, { sinks, take }: Reading): BackPressure {
  let stop = (): void => undefined
  const listen = () => {
    stop = port.onMessage((message) => {
      take(message)
      pressure.look()
    })
  }
  const pressure = new BackPressure(sinks, { pause: () => stop(), resume: listen })
  listen()
  return pressure
}
