import { TOOL_CHOICES } from '@dapplex/protocol'
import type { McpWish } from './mcp-options.js'

/** Reads what a client chose by its address; refuses what would be a misspelled choice. */
export function readWish(
  query: URLSearchParams,
): ({ readonly kind: 'wish' } & McpWish) | { readonly kind: 'wrong'; readonly why: string } {
  const asked = query.get('tools') ?? 'core'
  const tools = TOOL_CHOICES.find((choice) => choice === asked)
  if (tools === undefined) return { kind: 'wrong', why: `tools=${asked}: there are ${TOOL_CHOICES.join(' and ')}` }
  const node = query.get('node')
  return { kind: 'wish', tools, name: query.get('name') ?? '', ...(node === null ? {} : { node }) }
}
