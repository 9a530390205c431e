import { isJsonObject, toolError, type JsonObject, type RequestParams, type RequestResult } from '@dapplex/protocol'
import { askServed, readServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'
import { failureText } from '../call/dap-failure.js'
import { findFrame } from '../stop/find-frame.js'
import { isStopped } from '../stop/threads.js'
import { chosenFrame, currentThread } from '../stop/paused-thread.js'

const WHAT = {
  dapplex_inspectClass: 'class',
  dapplex_inspectFunction: 'function',
  dapplex_inspectPackage: 'package',
} as const
type DefinitionRequest = keyof typeof WHAT

/** A definition of the program by its name. */
export interface DefinitionSpec<N extends DefinitionRequest = DefinitionRequest> {
  readonly command: N
  readonly name: string
  /** What the request takes, beside the frame. */
  readonly args: { readonly [K in keyof RequestParams<N>]: RequestParams<N>[K] | undefined }
  readonly page?: { readonly start: number; readonly count: number }
}

/**
 * Asks for the description of a class, function or package: by the adapter's own request, else by the expression that its
 * definition gives for that (`evaluation.describe`).
 * @throws ToolError CLASS_NOT_FOUND, FUNCTION_NOT_FOUND, NOT_A_FUNCTION, PACKAGE_NOT_FOUND, UNSUPPORTED
 */
export async function describeDefinition<N extends DefinitionRequest>(
  on: SessionCall,
  spec: DefinitionSpec<N>,
): Promise<RequestResult<N>> {
  const { command, args } = spec
  const template = on.traits.evaluation.describe?.[WHAT[command]]
  if (!on.serves(command) && template !== undefined)
    return readServed(on, command, await byExpression(on, spec, template))
  const frameId = await selectedFrame(on)
  const reason = 'its definition has no safe expression for that; use evaluate with an expression of its language'
  return askServed(on, { command, capability: command.replace('dapplex_', ''), reason }, { ...args, frameId })
}

/** The frame that the caller has chosen, if there is one. Names are resolved there. */
async function selectedFrame(on: SessionCall): Promise<number | undefined> {
  const threadId = currentThread(on)
  if (on.view.phase !== 'stopped' || threadId === undefined || !isStopped(on, threadId)) return undefined
  const { frame } = await findFrame(on, { thread_id: undefined, frame_index: chosenFrame(on, threadId) })
  return frame.id
}

async function byExpression(on: SessionCall, spec: DefinitionSpec, template: string): Promise<JsonObject> {
  const { start = 0, count = 0 } = spec.page ?? {}
  const expression = template
    .replaceAll('{{name}}', () => JSON.stringify(spec.name))
    .replaceAll('{{start}}', String(start))
    .replaceAll('{{count}}', String(count))
  const described = await evaluateDescription(on, spec.command, { expression })
  const { found } = described
  if (isJsonObject(found)) return found
  throw notFound(spec, described)
}

/** What an expression of the adapter's definition tells (`evaluation.describe`). @throws ToolError UNSUPPORTED where it fails */
export async function evaluateDescription(
  on: SessionCall,
  command: string,
  { expression, frameId: given }: { readonly expression: string; readonly frameId?: number },
): Promise<JsonObject> {
  const frameId = given ?? (await findFrame(on, {})).frame.id
  const context = on.traits.evaluation.describe?.context ?? 'watch'
  const answer = await on.send('evaluate', { expression, frameId, context })
  if (answer.success) return decodeText(answer.body['result'])
  const reason = failureText(answer)
  throw toolError('UNSUPPORTED', { capability: command, adapter: on.session.adapter.title, reason }, reason)
}

/** JSON as base64 text, in whatever quotes the language shows text. A member that is null is absent. */
export function decodeText(result: unknown): JsonObject {
  const text = typeof result === 'string' ? result.replace(/^[^\w+/]+|[^\w+/=]+$/g, '') : ''
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'), dropNull)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

const dropNull = (_key: string, value: unknown): unknown => value ?? undefined

/** `{missing, nearest?}`, or `{is}`: there is such a thing, but of another kind. */
function notFound({ command, name }: DefinitionSpec, { is, nearest }: JsonObject) {
  const what = WHAT[command]
  const near = typeof nearest === 'string' ? { nearest } : {}
  if (what === 'class') return toolError('CLASS_NOT_FOUND', { class_name: name, ...near })
  if (what === 'package') return toolError('PACKAGE_NOT_FOUND', { package_name: name, ...near })
  if (typeof is === 'string') return toolError('NOT_A_FUNCTION', { symbol: name, is })
  return toolError('FUNCTION_NOT_FOUND', { symbol: name, ...near })
}
