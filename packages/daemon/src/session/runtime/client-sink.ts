import type { DapMessage } from '@dapplex/protocol'

/** Where the runtime delivers what the core has for one client. */
export interface ClientSink {
  send(message: DapMessage): void
  /** Bytes sent that have not left yet. */
  waitingBytes(): number
  /** The core wants this client gone; nothing more is sent to it. */
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
