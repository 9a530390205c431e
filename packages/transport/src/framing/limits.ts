/** Limits of one incoming stream (mux 23). They are asked for each message: they may grow while the stream is open. */
export interface FramingLimits {
  /** Largest header block, in bytes, line ends included. */
  readonly headerBytes: number
  /** Largest body, in bytes. */
  readonly bodyBytes: number
}

export const DEFAULT_FRAMING_LIMITS: FramingLimits = { headerBytes: 64 * 1024, bodyBytes: 64 * 1024 * 1024 }
