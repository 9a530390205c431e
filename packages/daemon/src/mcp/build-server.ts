import { McpServer } from '@modelcontextprotocol/server'
import type { Caller } from '../surface/caller.js'
import { callTool } from './call-tool.js'
import { INSTRUCTIONS } from './instructions.js'
import { listedTools } from './listed-tools.js'
import type { McpQuery } from './mcp-options.js'
import { getPrompt, listPrompts } from './prompts.js'
import { demandResource, listResources, readResource, resourceTemplates } from './resources.js'

export interface ServerParts {
  readonly caller: Caller
  readonly query: McpQuery
  readonly version: string
  /** What the client has subscribed to by URI (up to revision 2025-11-25). */
  readonly subscribed: Set<string>
}

/**
 * The MCP server of one caller: tools, resources and prompts. Each connection gets its own; over HTTP from revision 2026-07-28
 * on, which has no connections, each request gets its own.
 */
export function buildServer({ caller, query, version, subscribed }: ServerParts): McpServer {
  const mcp = new McpServer(
    { name: 'dapplex', title: 'dapplex debugger', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true, listChanged: true }, prompts: {} },
      instructions: INSTRUCTIONS[query.tools],
    },
  )
  const { server } = mcp
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(query.tools) }))
  server.setRequestHandler('tools/call', ({ params }, context) => callTool(caller, params, context))
  server.setRequestHandler('resources/list', () => ({ resources: listResources(caller) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resourceTemplates() }))
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => ({
    contents: [await readResource(caller, params.uri, mcpReq.signal)],
  }))
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    demandResource(params.uri)
    subscribed.add(params.uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri)
    return {}
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }))
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => getPrompt(caller, params, mcpReq.signal))
  return mcp
}
