import type { MessagePort } from '@dapplex/transport'
import type { ClientSink } from './client-sink.js'

/** A client with more than this waiting holds up the adapter … */
const HIGH_BYTES = 512 * 1024
/** … until so much is left, */
const LOW_BYTES = 128 * 1024
/** or for so long: who takes in less in that time is slow, and the core's budget for slow clients counts (mux 16). */
const PATIENCE_MS = 1000

/** The stream of messages from the adapter, as far as it can be held up. */
export interface HeldSource {
  pause(): void
  resume(): void
}

/**
 * Holds up a program that prints faster than a client reads, so that one that reads gets everything; one that does not read
 * holds nobody up for longer than a moment (mux 16).
 */
export class BackPressure {
  readonly #sinks: () => Iterable<ClientSink>
  readonly #source: HeldSource
  /** They were waited for in vain; each gets another chance once it has caught up by itself. */
  readonly #slow = new WeakSet<ClientSink>()
  #waitingFor: ClientSink | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(sinks: () => Iterable<ClientSink>, source: HeldSource) {
    this.#sinks = sinks
    this.#source = source
  }

  /** After something was sent, or has left: may the adapter go on? */
  look(): void {
    if (this.#waitingFor !== undefined && this.#waitingFor.waitingBytes() > LOW_BYTES) return
    const next = this.#behind()
    if (next === this.#waitingFor) return
    this.#waitFor(next)
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
  readonly take: (message: unknown) => void
}

/** Takes an adapter's messages as fast as the clients do: without a listener a port holds its stream up. */
export function readWithPressure(port: MessagePort, { sinks, take }: Reading): BackPressure {
  let stop = (): void => undefined
  const listen = () => {
    stop = port.onMessage(({ value }) => {
      take(value)
      pressure.look()
    })
  }
  const pressure = new BackPressure(sinks, { pause: () => stop(), resume: listen })
  listen()
  return pressure
}
