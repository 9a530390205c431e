import { rpcError, toolError } from '@dapplex/protocol'
import { implementations } from '../implementations.js'
import type { ToolContext } from '../port/tool-context.js'
import { Call } from './call.js'
import { findTool } from './find-tool.js'
import { readParams } from './read-params.js'

/** Time beyond its own time-out that a waiting tool gets to read the place of the stop it waited for. */
const AFTER_WAIT_MS = 5_000
/** The request that is waited for ends first: its TIMEOUT says what did not answer. */
const AFTER_REQUEST_MS = 250

/**
 * Calls a tool by any of its names with what the caller gave.
 * The result is the tool's own, with `_meta {session_id, stop_id}` where a session was involved.
 * @throws ToolError every documented error; -32601 for an unknown name; -32602 for wrong parameters; -32800 when
 * `context.signal` ended it. Anything else that is thrown is a fault of dapplex (-32603 on the wire).
 */
export async function callTool(name: string, params: unknown, context: ToolContext): Promise<Record<string, unknown>> {
  const found = findTool(name)
  const { definition } = found
  const checked = readParams(found, params)
  const implementation = implementations.get(definition.name)
  if (implementation === undefined) throw new Error(`the tool ${definition.name} has no implementation`)
  const call = new Call(definition, context, askedTimeout(checked) ?? definition.timeoutMs)
  call.demandRole(definition.role)
  const result = await beforeDeadline(call, implementation.run(checked, call))
  const session = call.usedSession
  if (session === undefined) return { ...result }
  return { ...result, _meta: { session_id: session.id, stop_id: session.view().stopId } }
}

function askedTimeout(params: unknown): number | undefined {
  const { timeout_ms: asked } = params as { readonly timeout_ms?: number }
  return asked
}

/** Ends with TIMEOUT when the time is over, or with CANCELLED when the caller has gone; what still runs is left alone. */
function beforeDeadline<T>({ tool, timeoutMs, context }: Call, running: Promise<T>): Promise<T> {
  const { signal } = context
  const longest = timeoutMs + (tool.waits === true ? AFTER_WAIT_MS : AFTER_REQUEST_MS)
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(rpcError('CANCELLED', `The call of ${tool.name} was cancelled`))
    const late = () => reject(toolError('TIMEOUT', { what: tool.name, timeout_ms: timeoutMs }))
    const timer = setTimeout(late, Math.min(longest, 2 ** 31 - 1))
    if (signal.aborted) cancelled()
    signal.addEventListener('abort', cancelled)
    running.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancelled)
    })
  })
}
