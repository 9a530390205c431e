import { isJsonObject } from '@dapplex/protocol'

/** An id as JSON-RPC 2.0 allows it: text, any number, or null. */
export type RpcId = string | number | null

/** One member of what a client sent. */
export type DecodedCall =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'invalid'; readonly id: RpcId; readonly why: string }

/** Looks at one call (JSON-RPC 2.0, section 4). `"jsonrpc"` may be left out: its absence harms nobody. Params are the tool's to check. */
export function decodeCall(value: unknown): DecodedCall {
  if (!isJsonObject(value)) return { kind: 'invalid', id: null, why: 'a call must be a JSON object' }
  const { jsonrpc, id, method, params } = value
  if (id !== undefined && !isId(id)) return { kind: 'invalid', id: null, why: '"id" must be a text, a number or null' }
  const known = id ?? null
  if (jsonrpc !== undefined && jsonrpc !== '2.0') return { kind: 'invalid', id: known, why: '"jsonrpc" must be "2.0"' }
  if (typeof method !== 'string') return { kind: 'invalid', id: known, why: '"method" must be a text' }
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
}

const isId = (id: unknown): id is RpcId => typeof id === 'string' || typeof id === 'number' || id === null
