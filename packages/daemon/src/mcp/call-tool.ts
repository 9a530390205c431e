import { escapeJson, type WireError } from '@dapplex/protocol'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Caller } from '../surface/caller.js'
import { reportProgress, type McpCall } from './report-progress.js'

/**
 * Calls a tool. The result is the tool's result object, as structured content and as text; a failure is its error object
 * under `error`. Only an unknown tool name is an error of the protocol (MCP, "Tools", error handling).
 */
export async function callTool(caller: Caller, call: McpCall, context: ServerContext): Promise<CallToolResult> {
  const progress = reportProgress(call, context)
  try {
    const result = await caller.call(call.name, call.arguments ?? {}, context.mcpReq.signal)
    return { structuredContent: result, content: [{ type: 'text', text: escapeJson(JSON.stringify(result)) }] }
  } catch (failure) {
    const error = caller.toolError(failure, call.name).wire
    if (error.data.type === 'METHOD_NOT_FOUND')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, error.data)
    return failed(error)
  } finally {
    progress.stop()
  }
}

function failed(error: WireError): CallToolResult {
  const text = escapeJson(JSON.stringify({ error }))
  return { isError: true, structuredContent: { error }, content: [{ type: 'text', text }] }
}
