import { TOOL_CHOICES } from '@dapplex/protocol'
import { folderIn } from '../access/folder-in.js'
import type { McpQuery } from './mcp-options.js'

/** Reads the choices in a client's URL, and refuses misspelled ones. */
export function readQuery(
  query: URLSearchParams,
): ({ readonly kind: 'query' } & McpQuery) | { readonly kind: 'wrong'; readonly why: string } {
  const asked = query.get('tools') ?? 'core'
  const tools = TOOL_CHOICES.find((choice) => choice === asked)
  if (tools === undefined) return { kind: 'wrong', why: `tools=${asked}: give one of ${TOOL_CHOICES.join(', ')}` }
  const node = query.get('node')
  return { kind: 'query', tools, name: query.get('name') ?? '', ...folderIn(query), ...(node === null ? {} : { node }) }
}
