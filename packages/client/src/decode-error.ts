import { ERROR_CODES, isJsonObject, type WireError } from '@dapplex/protocol/plain'

/** Types of JSON-RPC errors that have no `data.type`. */
const NAMES: Readonly<Record<number, string>> = {
  [ERROR_CODES.parse]: 'PARSE_ERROR',
  [ERROR_CODES.invalidRequest]: 'INVALID_REQUEST',
  [ERROR_CODES.methodNotFound]: 'METHOD_NOT_FOUND',
  [ERROR_CODES.invalidParams]: 'INVALID_PARAMETER',
  [ERROR_CODES.internal]: 'INTERNAL',
}

/** The error of a response (JSON-RPC 2.0, section 5.1). A malformed error keeps whatever can be read. */
export function decodeError(error: unknown): WireError {
  const { code, message, data } = isJsonObject(error) ? error : {}
  const number = typeof code === 'number' ? code : ERROR_CODES.internal
  const members = isJsonObject(data) ? data : {}
  const type = typeof members['type'] === 'string' ? members['type'] : (NAMES[number] ?? 'INTERNAL')
  return {
    code: number,
    message: typeof message === 'string' ? message : 'the daemon gave no message',
    data: { ...members, type },
  }
}
