import { ERROR_CODES, ToolError } from './tool-error.js'

/** Errors of the call itself, not of a tool (JSON-RPC 2.0, section 5.1): not in the catalogue, since each call can have them. */
export type RpcErrorType = 'PARSE_ERROR' | 'INVALID_REQUEST' | 'METHOD_NOT_FOUND' | 'INTERNAL' | 'CANCELLED'

const CODES: Readonly<Record<RpcErrorType, number>> = {
  PARSE_ERROR: ERROR_CODES.parse,
  INVALID_REQUEST: ERROR_CODES.invalidRequest,
  METHOD_NOT_FOUND: ERROR_CODES.methodNotFound,
  INTERNAL: ERROR_CODES.internal,
  CANCELLED: ERROR_CODES.cancelled,
}

/** Makes an error of the call. `data` says more for programs, such as `nearest` for an unknown method. */
export function rpcError(type: RpcErrorType, message: string, data: Readonly<Record<string, unknown>> = {}): ToolError {
  return new ToolError({ code: CODES[type], message, data: { type, ...data } })
}
