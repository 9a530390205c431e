import type { ToolError } from '@dapplex/protocol'
import { rpcError, type WireError } from '@dapplex/protocol'
import type { RpcId } from './decode-call.js'

/** A response as it goes over the wire (JSON-RPC 2.0, section 5): `result` or `error`, never both. */
export type RpcResponse = { readonly jsonrpc: '2.0'; readonly id: RpcId } & (
  { readonly result: unknown } | { readonly error: WireError }
)

export const succeeded = (id: RpcId, result: unknown): RpcResponse => ({ jsonrpc: '2.0', id, result })

export const failed = (id: RpcId, error: ToolError): RpcResponse => ({ jsonrpc: '2.0', id, error: error.wire })

/** For text that is not JSON: its id is unknown. */
export const parseFailure = (reason: string): RpcResponse =>
  failed(null, rpcError('PARSE_ERROR', `Parse error: ${reason}`))

export const invalidRequest = (id: RpcId, why: string): RpcResponse =>
  failed(id, rpcError('INVALID_REQUEST', `Invalid request: ${why}`))
