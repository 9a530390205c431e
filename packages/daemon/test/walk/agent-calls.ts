import {
  isJsonObject,
  surface,
  toolErrors,
  toolRegistry,
  type JsonObject,
  type ToolName,
  type ToolParams,
} from '@dapplex/protocol'
import { RpcFailure, type RpcClient } from '../support/rpc-client.js'
import { integer } from './editor-reads.js'
import { inTime } from './in-time.js'
import type { StopFacts } from './ledger.js'
import type { Trace } from './trace.js'
import type { WalkSession } from './world.js'

/** An agent that calls in a session. */
export interface Caller {
  readonly name: string
  readonly client: RpcClient
}

interface Call<N extends ToolName> {
  readonly tool: N
  readonly params: ToolParams<N>
}

/**
 * Calls a tool in a session. The result has the documented form and belongs to one stop; an error is one that the tool
 * documents.
 * @returns undefined where the call failed
 */
export async function call<N extends ToolName>(
  { name, client }: Caller,
  session: WalkSession,
  { tool, params }: Call<N>,
): Promise<JsonObject | undefined> {
  const { trace } = session
  trace.note(name, `${tool} ${JSON.stringify(params)}`)
  try {
    const result: unknown = await inTime(`${tool} of ${name}`, client.call(tool, { session_id: session.id, ...params }))
    trace.note(name, `${tool} is answered: ${JSON.stringify(result)}`)
    if (isJsonObject(result)) return checkedResult(session, tool, result)
    trace.problem(name, `${tool} answers what is no object: ${JSON.stringify(result)}`)
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    noteRefusal(trace, { name, tool }, error)
  }
  return undefined
}

/** Notes an error. It is one that the tool documents. */
export function noteRefusal(
  trace: Trace,
  { name, tool }: { readonly name: string; readonly tool: ToolName },
  { message, error }: RpcFailure,
): void {
  const type = String(error.data?.['type'])
  trace.note(name, `${tool} failed: ${message}`)
  trace.refused(`${tool} ${type}`)
  const definition = toolRegistry.get(tool)
  // A call can be cancelled, whatever it calls: its client has left meanwhile.
  const documented: readonly string[] = definition === undefined ? [] : ['CANCELLED', ...toolErrors(definition)]
  if (!documented.includes(type))
    trace.problem(name, `${tool} fails with ${type}, which it does not document: ${message}`)
}

/** Checks that a result, without its `_meta`, has the documented form. */
export function checkShape(trace: Trace, tool: ToolName, result: JsonObject): void {
  const invalid = surface[tool].result.safeParse(result).error
  if (invalid !== undefined) trace.problem(tool, `the result is not the documented one: ${invalid.message}`)
}

function checkedResult(session: WalkSession, tool: ToolName, result: JsonObject): JsonObject {
  const { _meta: meta, ...rest } = result
  checkShape(session.trace, tool, rest)
  const at = isJsonObject(meta) && typeof meta['stop_id'] === 'number' ? meta['stop_id'] : undefined
  const stopId = typeof rest['stop_id'] === 'number' ? rest['stop_id'] : at
  const text = JSON.stringify(result).slice(0, 400)
  if (at !== stopId) session.trace.problem(tool, `one result names two stops: ${text}`)
  const facts = factsOf(tool, rest)
  if (stopId !== undefined && facts !== undefined) session.ledger.note(stopId, facts, `${tool} (${text})`)
  if (
    rest['stopped'] === true &&
    rest['still_stopped'] === undefined &&
    facts?.line === undefined &&
    stopId !== undefined
  )
    session.trace.note(tool, `stop ${stopId} comes without a place`)
  return result
}

/** What a result says about its stop. */
function factsOf(tool: ToolName, result: JsonObject): StopFacts | undefined {
  switch (tool) {
    case 'stacktrace_get':
      return { threadId: numberIn(result, 'thread_id'), line: numberIn(firstIn(result, 'frames'), 'line') }
    case 'variables_get':
      return { tick: tickIn(result) }
    case 'threads_list': {
      const current = rowsIn(result, 'threads').find((row) => row['is_current'] === true && row['state'] === 'stopped')
      return { line: numberIn(objectOf(current?.['location']), 'line') }
    }
    default:
      return stopFacts(result)
  }
}

/** Of a wait, a move, a launch, and `debug_state`. */
function stopFacts(result: JsonObject): StopFacts | undefined {
  const isStop = result['stopped'] === true || (result['stopped'] === undefined && result['state'] === 'stopped')
  if (!isStop || typeof result['reason'] !== 'string') return undefined
  const line = numberIn(objectOf(result['location']), 'line')
  return { reason: result['reason'], threadId: numberIn(result, 'thread_id'), line }
}

function tickIn(result: JsonObject): number | undefined {
  const row = rowsIn(result, 'variables').find(({ name }) => String(name).toLowerCase() === 'tick')
  return integer(row?.['value'] ?? '')
}

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const numberIn = (object: JsonObject, key: string): number | undefined =>
  typeof object[key] === 'number' ? object[key] : undefined
export const rowsIn = (object: JsonObject, key: string): JsonObject[] =>
  Array.isArray(object[key]) ? object[key].filter(isJsonObject) : []
const firstIn = (object: JsonObject, key: string): JsonObject => rowsIn(object, key)[0] ?? {}
