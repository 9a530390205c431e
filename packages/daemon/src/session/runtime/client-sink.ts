import type { PassedAnswer } from '@dapplex/mux'
import type { DapMessage } from '@dapplex/protocol'

/** Where the runtime sends the core's messages for one client. */
export interface ClientSink {
  send(message: DapMessage): void
  /** The same for an answer in the adapter's own bytes. */
  pass(answer: PassedAnswer): void
  /** Bytes that were sent and not read yet. */
  waitingBytes(): number
  /** The core closes this client; it sends nothing more to it. */
  close(why: string): void
}

/** How a client speaks to its session. */
export interface ClientLine {
  readonly client: number
  /** `printed`: the message as UTF-8 JSON, where it came so and is passed on as it came. */
  receive(message: unknown, printed?: Uint8Array): void
  /** Passes on an initialize that the front door has answered, offering these exception filters (mux 4, 9). */
  introduce(initialize: unknown, filters: readonly string[]): void
  closed(why: string): void
  drained(bytes: number): void
}
