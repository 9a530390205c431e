import { rpcError, ToolError, toolError, type CacheMeta, type ToolDefinition } from '@dapplex/protocol'
import { implementations } from './implementations.js'
import type { DapSession } from './port/dap-session.js'
import type { ToolContext } from './port/tool-context.js'
import type { Inspected } from './port/workflow-port.js'
import { Call, demandRole, type CallOrigin } from './call/call.js'
import { findTool, type FoundTool } from './call/find-tool.js'
import { askedNode, readParams } from './call/read-params.js'
import { ofOneStop } from './call/of-one-stop.js'
import type { Subject, Tool } from './call/tool.js'
import { withBytes } from './result/with-bytes.js'

/** Time beyond its own time-out that a waiting tool gets to read the place of the stop it waited for. */
const AFTER_WAIT_MS = 5_000
/** The awaited request times out first: its TIMEOUT names what did not answer. */
const AFTER_REQUEST_MS = 250

/**
 * Calls a tool by any of its names with what the caller gave. `_meta: {nodeId}` beside the parameters says where in the
 * workflow tree the call stands; its outcome is filed there.
 * The result is the tool's own, with `_meta {bytes}`, and `{session_id, stop_id, cache?}` where a session was involved.
 * @throws ToolError every documented error; -32601 for an unknown name; -32602 for wrong parameters; -32800 when
 * `context.signal` ended it. Anything else that is thrown is a fault of dapplex (-32603 on the wire).
 */
export async function callTool(name: string, params: unknown, context: ToolContext): Promise<Record<string, unknown>> {
  const found = findTool(name)
  const workflow = context.workflow.open(found.definition, askedNode(params))
  const started = performance.now()
  const attempt: Attempt = { params }
  try {
    const result = await runTool(found, attempt, { context, workflow })
    await workflow.finished({ ...attempt, result, durationMs: performance.now() - started })
    return result
  } catch (error) {
    const failure = error instanceof ToolError ? error : rpcError('INTERNAL', String(error))
    await workflow.finished({ ...attempt, error: failure.wire, durationMs: performance.now() - started })
    throw error
  }
}

/** What is known of a call by the time it ends. */
interface Attempt {
  params: unknown
  session?: DapSession
  cache?: CacheMeta
}

async function runTool(found: FoundTool, attempt: Attempt, origin: CallOrigin): Promise<Record<string, unknown>> {
  const { definition } = found
  // First: who may not call it learns nothing of its parameters.
  demandRole(origin.context.caller, definition.role, definition.name)
  const checked = readParams(found, attempt.params)
  attempt.params = checked
  const call = new Call(definition, origin, askedTimeout(checked) ?? definition.timeoutMs)
  try {
    const { value, cache } = await beforeDeadline(call, answer(checked, call))
    if (cache !== undefined) attempt.cache = cache
    const session = call.usedSession
    const about = session === undefined ? {} : { session_id: session.id, stop_id: call.stopId }
    return withBytes({ ...value, _meta: { ...about, ...(cache === undefined ? {} : { cache }) } })
  } finally {
    if (call.usedSession !== undefined) attempt.session = call.usedSession
  }
}

/** A tool that only reads answers with what belongs to one stop. */
async function answer(params: unknown, call: Call): Promise<Inspected> {
  const tool = toolOf(call.tool)
  const subject = () => tool.subject?.(params, call)
  const run = () => tool.run(params, call)
  if (!readsOnly(call.tool)) return { value: await run(), cache: undefined }
  // An evaluation is never done twice.
  let mayRepeat = true
  const watch = { begin: () => call.begin(), hasMoved: () => mayRepeat && call.hasMoved() }
  const read = await ofOneStop(watch, async () => {
    const about = await subject()
    mayRepeat = tool.subject === undefined || about !== undefined
    return about === undefined ? { value: await run(), cache: undefined } : recalled(about, call, run)
  })
  if (read.kind === 'moving' && tool.subject !== undefined) throw moving(call)
  return read.value
}

const readsOnly = ({ annotations, waits }: ToolDefinition): boolean => annotations.readOnly && waits !== true

/** From the cache, where the whole program is stopped; else from the tool itself. */
async function recalled(subject: Subject, call: Call, run: () => Promise<object>): Promise<Inspected> {
  const found = await call.workflow.recall(subject)
  return found.kind === 'kept' ? found : found.keep(run())
}

function moving({ tool, usedSession, begunAt }: Call): ToolError {
  const view = usedSession?.view()
  const data = { expected: begunAt, actual: view?.stopId ?? 0, by: view?.stop?.by?.name ?? 'another client' }
  return toolError(
    'STOP_CHANGED',
    data,
    `${data.by} moved the program again and again while ${tool.name} was reading it`,
  )
}

/** The tools of the workflow are done by the workflow itself. */
function toolOf(definition: ToolDefinition): Tool {
  const tool = implementations.get(definition.name)
  if (tool !== undefined) return tool
  return { definition, run: (params, call) => call.workflow.run(params, call.context) }
}

function askedTimeout(params: unknown): number | undefined {
  const { timeout_ms: asked, timeoutMs } = params as { readonly timeout_ms?: number; readonly timeoutMs?: number }
  return asked ?? timeoutMs
}

/** Rejects with TIMEOUT at the deadline, or with CANCELLED when the caller is gone. The running work is left alone. */
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
