/** What went wrong below the messages. Local: these codes never go over the wire. */
export type TransportErrorCode =
  /** The bytes are not `Content-Length` frames. */
  | 'FRAMING_LOST'
  /** A header block above the limit (mux 23). */
  | 'HEADER_TOO_LARGE'
  /** A body announced above the limit (mux 23). */
  | 'BODY_TOO_LARGE'
  /** The stream below failed, or ended within a message. */
  | 'STREAM_FAILED'
  /** No connection came about. */
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
