import { isJsonObject } from '@dapplex/protocol'
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'

/**
 * The name that an MCP client gives itself: in `initialize` up to revision 2025-11-25, in every request's envelope
 * from 2026-07-28 on. Empty where the message has none.
 */
export function clientNameIn(message: unknown): string {
  const params = isJsonObject(message) ? message['params'] : undefined
  if (!isJsonObject(params)) return ''
  const meta = params['_meta']
  const info = params['clientInfo'] ?? (isJsonObject(meta) ? meta[CLIENT_INFO_META_KEY] : undefined)
  const name = isJsonObject(info) ? info['name'] : undefined
  return typeof name === 'string' ? name : ''
}
