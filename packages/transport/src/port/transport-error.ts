/** What went wrong in the stream that carries the messages. Local: these codes are never sent. */
export type TransportErrorCode =
  /** The bytes are not `Content-Length` frames. */
  | 'FRAMING_LOST'
  /** A header block above the limit (mux 23). */
  | 'HEADER_TOO_LARGE'
  /** A body announced above the limit (mux 23). */
  | 'BODY_TOO_LARGE'
  /** The underlying stream failed, or ended in the middle of a message. */
  | 'STREAM_FAILED'
  /** The connection could not be made. */
  | 'CONNECT_FAILED'

export class TransportError extends Error {
  override readonly name = 'TransportError'

  constructor(
    readonly code: TransportErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
