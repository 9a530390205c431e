import { McpServer } from '@modelcontextprotocol/server'
import type { Caller } from '../surface/caller.js'
import { callTool } from './call-tool.js'
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

const INSTRUCTIONS = `dapplex debugs programs in any language, in sessions that you share with editors, people at a terminal and other agents: \
what one moves or changes, all see.
Start with debug_launch (give breakpoints, or stop_at_entry), or sessions_list to join what is there; then wait_for_stop. \
A stop comes with its place, the lines around it and the names of its locals; variables_get, evaluate and stacktrace_get read more; \
debug_step and debug_continue {wait: true} move on. Paths are absolute. debug_disconnect {terminate: true} ends the program.
Every error has data.type and, where there is a way on, data.hint. Others may move the program between two calls: \
stop_id tells, and expected_stop_id makes a move fail instead of going from the wrong place.`

/**
 * The MCP server of one caller: tools, resources and prompts. Each connection gets its own; over HTTP from revision 2026-07-28
 * on, which has no connections, each request gets its own.
 */
export function buildServer({ caller, query, version, subscribed }: ServerParts): McpServer {
  const mcp = new McpServer(
    { name: 'dapplex', title: 'dapplex debugger', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true, listChanged: true }, prompts: {} },
      instructions: INSTRUCTIONS,
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
