import { anthropicTools, mcpTools, openRpcDocument } from '@dapplex/protocol'
import { readVersion } from '../version.js'

/** The contract in one of its derived forms. */
export function deriveSchema(kind: 'openrpc' | 'mcp' | 'anthropic'): unknown {
  switch (kind) {
    case 'openrpc':
      return openRpcDocument(readVersion())
    case 'mcp':
      return { tools: mcpTools('all') }
    case 'anthropic':
      return anthropicTools()
  }
}
