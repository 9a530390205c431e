import type { DapMessage } from '@dapplex/protocol'

/** Where the runtime sends the core's messages for one client. */
export interface ClientSink {
  send(message: DapMessage): void
  /** Bytes that were sent and not read yet. */
  waitingBytes(): number
  /** The core closes this client; it sends nothing more to it. */
  close(why: string): void
}

/** How a client speaks to its session. */
export interface ClientLine {
  readonly client: number
  /** `answered`: an initialize that the front door has answered (mux 9). */
  receive(message: unknown, answered?: boolean): void
  closed(why: string): void
  drained(bytes: number): void
}
