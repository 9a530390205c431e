import { Buffer } from 'node:buffer'
import { parseBody } from './framing/parse-body.js'
import { Inbox } from './inbox.js'
import { ListenedPort } from './listened-port.js'
import type { MessagePort, Printed } from './port/message-port.js'
import { Outbox } from './outbox.js'

/**
 * Two ports in this process, connected to each other. Messages are printed and parsed as on a wire, so neither side can see
 * or change the other's objects; delivery is asynchronous and in order.
 */
export function memoryPair(): readonly [MessagePort, MessagePort] {
  const left = new MemoryPort()
  const right = new MemoryPort()
  left.connect(right)
  right.connect(left)
  return [left, right]
}

class MemoryPort extends ListenedPort {
  protected readonly inbox = new Inbox({ pause: () => undefined, resume: () => undefined }, (bytes) =>
    this.#peer?.taken(bytes),
  )
  protected readonly outbox = new Outbox(() => this.bufferedBytes)
  #peer: MemoryPort | undefined
  #waitingBytes = 0

  connect(peer: MemoryPort): void {
    this.#peer = peer
  }

  get bufferedBytes(): number {
    return this.inbox.isOpen ? this.#waitingBytes : 0
  }

  sendPrinted(...parts: readonly Printed[]): boolean {
    if (!this.inbox.isOpen) return false
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
    this.#waitingBytes += bytes.byteLength
    this.outbox.sent()
    this.#peer?.arrived(bytes)
    return true
  }

  close(): void {
    this.inbox.close()
    this.outbox.close()
    this.#peer?.ended()
  }

  /** Receives what the other side has sent. */
  private arrived(bytes: Uint8Array): void {
    this.inbox.receive(parseBody(bytes))
  }

  /** The other side has taken this many of the sent bytes. */
  private taken(bytes: number): void {
    this.#waitingBytes -= bytes
    this.outbox.wrote()
  }

  private ended(): void {
    this.outbox.close()
    this.inbox.end({ kind: 'ended' })
  }
}
