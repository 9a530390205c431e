import { escapeJson, type WireError } from '@dapplex/protocol'
import { route } from '@dapplex/tools'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Caller } from '../surface/caller.js'
import { reportProgress, type McpCall } from './report-progress.js'

/**
 * Calls a tool, directly or through `tool_call`. The result is the tool's result object, as structured content and as text; a
 * failure is its error object under `error`. Only an unknown name of the called tool itself is an error of the protocol (MCP,
 * "Tools", error handling): a name within the parameters of `tool_call` is the model's to correct.
 */
export async function callTool(caller: Caller, call: McpCall, context: ServerContext): Promise<CallToolResult> {
  try {
    const routed = route(call.name, call.arguments ?? {})
    return succeeded(routed.kind === 'answer' ? routed.result : await running(caller, routed, context))
  } catch (failure) {
    const error = caller.toolError(failure, call.name).wire
    if (error.data.type === 'METHOD_NOT_FOUND' && error.data['method'] === call.name)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, error.data)
    return failed(error)
  }
}

/** Progress, cancelling and time-outs are those of the tool itself, whoever it is called through. */
async function running(
  caller: Caller,
  { name, params }: { readonly name: string; readonly params: unknown },
  context: ServerContext,
): Promise<Record<string, unknown>> {
  const progress = reportProgress({ name, params }, context)
  try {
    return await caller.call(name, params, context.mcpReq.signal)
  } finally {
    progress.stop()
  }
}

/** Of every result: its texts come from a program. The server's instructions say what that means. */
const UNTRUSTED = { 'dapplex/untrusted': true } as const

const succeeded = (result: Record<string, unknown>): CallToolResult => ({
  _meta: UNTRUSTED,
  structuredContent: result,
  content: [{ type: 'text', text: escapeJson(JSON.stringify(result)) }],
})

function failed(error: WireError): CallToolResult {
  const text = escapeJson(JSON.stringify({ error }))
  return { isError: true, _meta: UNTRUSTED, structuredContent: { error }, content: [{ type: 'text', text }] }
}
