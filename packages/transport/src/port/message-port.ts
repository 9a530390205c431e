import type { TransportError } from './transport-error.js'

/** One incoming message. */
export interface Incoming {
  /** The parsed JSON. Nothing else has been checked. What was recognized is parsed when somebody asks for it. */
  readonly value: unknown
  /** The body as valid UTF-8, for sending on without printing it again. Shared: never write into it. */
  readonly bytes: Uint8Array
  /** What the owner of the port knows of the message without parsing it; see `Recognize`. */
  readonly recognized?: object | undefined
}

/**
 * Looks at the bytes of a body, which are valid UTF-8, and gives what the owner of the port has to know of it. Only of a body that
 * is JSON for certain; undefined for every other.
 */
export type Recognize = (body: Uint8Array) => object | undefined

/** A complete message that cannot be read. The framing is intact, so the stream goes on (mux 20). */
export interface Malformed {
  /** What is wrong with it, for a person. */
  readonly reason: string
  readonly bytes: Uint8Array
}

/** Why a port is closed. */
export type CloseReason =
  /** This side called `close()`. */
  | { readonly kind: 'closed' }
  /** The other side ended the stream between two messages. `detail` is what it said about it (WebSocket). */
  | { readonly kind: 'ended'; readonly detail?: string }
  /** The stream broke, or its framing was lost: nothing later on it can be trusted. */
  | { readonly kind: 'failed'; readonly error: TransportError }

/** Removes the listener. */
export type Unsubscribe = () => void

/** A piece of a message that is printed already: JSON text, or its UTF-8 bytes. */
export type Printed = string | Uint8Array

/**
 * Messages in both directions over any byte stream: stdio, TCP, Unix socket, WebSocket, memory.
 *
 * Messages are delivered in order, and never during a call to the port. While nobody listens, messages are held and the
 * underlying stream is paused, so a port can be created first and listened to later. Listeners added in the same tick as the
 * first `onMessage` miss nothing. Once `close()` has been called only `onClose` fires.
 */
export interface MessagePort {
  /**
   * Sends one message.
   * @returns false when the port is closed: the message is dropped. True says nothing about back-pressure, see `bufferedBytes`.
   * @throws TypeError for what JSON cannot express (undefined, a function, a cycle, a BigInt).
   */
  send(message: unknown): boolean
  /** Sends one message that is printed already, in pieces that make one JSON text together. Returns as `send` does. */
  sendPrinted(...parts: readonly Printed[]): boolean
  onMessage(listener: (message: Incoming) => void): Unsubscribe
  onMalformed(listener: (malformed: Malformed) => void): Unsubscribe
  /**
   * Fires exactly once, after everything that came before the end, also for a listener added later. So it does not fire while
   * messages are held because nobody listens to them; after `close()` it always does.
   */
  onClose(listener: (reason: CloseReason) => void): Unsubscribe
  /** After a send that left bytes waiting: fires each time some of them have gone, the last time with `bufferedBytes` 0. */
  onDrain(listener: () => void): Unsubscribe
  /** Bytes sent but not yet handed to the operating system (in memory: not yet taken by the other side). 0 when closed. */
  readonly bufferedBytes: number
  /** Lets what was sent go out, at most for a second, then closes. Further calls do nothing. */
  close(): void
}
