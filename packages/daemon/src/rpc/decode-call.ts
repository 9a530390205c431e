import { isJsonObject } from '@dapplex/protocol'

/** An id as JSON-RPC 2.0 allows it: text, any number, or null. */
export type RpcId = string | number | null

/** One call or notification of a client. */
export type DecodedCall =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'invalid'; readonly id: RpcId; readonly why: string }

/** Checks one call (JSON-RPC 2.0, section 4). The tool checks the params. */
export function decodeCall(value: unknown): DecodedCall {
  if (!isJsonObject(value)) return { kind: 'invalid', id: null, why: 'a call must be a JSON object' }
  const { jsonrpc, id, method, params } = value
  if (id !== undefined && !isId(id))
    return { kind: 'invalid', id: null, why: '"id" must be a string, a number or null' }
  const invalid = (why: string) => ({ kind: 'invalid' as const, id: id ?? null, why })
  if (jsonrpc !== '2.0') return invalid('"jsonrpc" must be "2.0"')
  if (typeof method !== 'string') return invalid('"method" must be a string')
  if (params !== undefined && !Array.isArray(params) && !isJsonObject(params))
    return invalid('"params" must be an object or an array')
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
}

const isId = (id: unknown): id is RpcId => typeof id === 'string' || typeof id === 'number' || id === null
