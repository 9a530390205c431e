import { anthropicTools, openRpcDocument } from '@dapplex/protocol'
import { readVersion } from '../version.js'

/** The contract in one of its derived forms. */
export function deriveSchema(kind: 'openrpc' | 'anthropic'): unknown {
  switch (kind) {
    case 'openrpc':
      return openRpcDocument(readVersion())
    case 'anthropic':
      return anthropicTools()
  }
}
