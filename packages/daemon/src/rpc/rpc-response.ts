import { rpcError, type ToolError } from '@dapplex/protocol'
import type { RpcId } from './decode-call.js'

/**
 * Responses as they go over the wire, printed (JSON-RPC 2.0, section 5): `result` or `error`, never both.
 * @param result is JSON text
 */
export const succeeded = (id: RpcId, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

export const failed = (id: RpcId, error: ToolError): string => JSON.stringify({ jsonrpc: '2.0', id, error: error.wire })

/** For text that is not JSON: its id is unknown. */
export const parseFailure = (reason: string): string => failed(null, rpcError('PARSE_ERROR', `Parse error: ${reason}`))

export const invalidRequest = (id: RpcId, why: string): string =>
  failed(id, rpcError('INVALID_REQUEST', `Invalid request: ${why}`))
