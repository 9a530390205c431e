/**
 * Numbers in `body.error.id` of failures that the multiplexer itself reports (DAP, `Message.id`). None is ever reused.
 */
export const failureIds = {
  INVALID_REQUEST: 70_001,
  NOT_READY: 70_002,
  STALE_REFERENCE: 70_003,
  UNKNOWN_REFERENCE: 70_004,
  UNSUPPORTED: 70_005,
  SESSION_ENDED: 70_006,
  ADAPTER_CRASHED: 70_007,
  STOP_CHANGED: 70_008,
  CONTROL_HELD: 70_009,
  FORBIDDEN: 70_010,
  TIMEOUT: 70_011,
  CANCELLED: 70_012,
  BREAKPOINT_NOT_FOUND: 70_013,
  LAUNCH_FAILED: 70_014,
  NOBODY_CAN: 70_015,
  EVAL_FAILED: 70_016,
  NOT_PAUSED: 70_017,
  RATE_LIMITED: 70_018,
} as const

export type FailureType = keyof typeof failureIds

/** An answer `success: false` of the multiplexer. `type` and `data` travel in `body.error.variables`, so that callers need not read the text. */
export interface Failure {
  readonly type: FailureType
  /** What happened, to what, and what to do next. */
  readonly text: string
  readonly data?: Readonly<Record<string, string>>
}

/** The `message` and `body` of a failed response (DAP, `ErrorResponse`). */
export function failureBody(failure: Failure) {
  const variables = { type: failure.type, ...failure.data }
  return {
    // `cancelled` is the one machine-readable word that DAP prescribes for this case.
    message: failure.type === 'CANCELLED' ? 'cancelled' : failure.text,
    body: { error: { id: failureIds[failure.type], format: failure.text, variables, showUser: false } },
  }
}
