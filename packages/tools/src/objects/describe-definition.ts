import { isJsonObject, toolError, type JsonObject } from '@dapplex/protocol'
import { askServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/session-call.js'
import { failureText } from '../dap/failure.js'
import { present } from '../present.js'
import { findFrame } from '../stop/find-frame.js'
import { isStopped } from '../stop/threads.js'
import { chosenFrame, currentThread } from '../stop/paused-thread.js'

/** A definition of the program by its name. */
export interface DefinitionSpec {
  readonly what: 'class' | 'function' | 'package'
  readonly name: string
  /** Lisp: in which the name is read. */
  readonly packageName?: string | undefined
  /** Of a package: which of its symbols. `include`: Lisp only, absent for what it exports. */
  readonly page?: { readonly start: number; readonly count: number; readonly include?: string | undefined }
}

const REQUESTS = {
  class: { command: 'dapplex_inspectClass', parameter: 'class_name' },
  function: { command: 'dapplex_inspectFunction', parameter: 'symbol' },
  package: { command: 'dapplex_inspectPackage', parameter: 'package_name' },
} as const

/**
 * Asks for the description of a class, function or package: by the adapter's own request, else by the expression that its
 * definition gives for that (`evaluation.describe`).
 * @throws ToolError CLASS_NOT_FOUND, FUNCTION_NOT_FOUND, NOT_A_FUNCTION, PACKAGE_NOT_FOUND, UNSUPPORTED
 */
export async function describeDefinition(on: SessionCall, spec: DefinitionSpec): Promise<JsonObject> {
  const { what, name, packageName, page = {} } = spec
  const { command, parameter } = REQUESTS[what]
  const template = on.traits.evaluation.describe?.[what]
  if (!on.serves(command) && template !== undefined) return byExpression(on, spec, template)
  const frameId = await selectedFrame(on)
  const args = present({ [parameter]: name, package: packageName, frameId, ...page })
  const reason = 'its definition tells no safe way to read that; evaluate takes an expression of its language'
  return askServed(on, { command, capability: command.replace('dapplex_', ''), reason }, args)
}

/** The frame that the caller has chosen, where one is to be had: names are read as they stand there. */
async function selectedFrame(on: SessionCall): Promise<number | undefined> {
  const threadId = currentThread(on)
  if (on.view.phase !== 'stopped' || threadId === undefined || !isStopped(on, threadId)) return undefined
  const { frame } = await findFrame(on, { thread_id: undefined, frame_index: chosenFrame(on, threadId) })
  return frame.id
}

async function byExpression(on: SessionCall, spec: DefinitionSpec, template: string): Promise<JsonObject> {
  const { frame } = await findFrame(on, {})
  const { start = 0, count = 0 } = spec.page ?? {}
  const expression = template
    .replaceAll('{{name}}', () => JSON.stringify(spec.name))
    .replaceAll('{{start}}', String(start))
    .replaceAll('{{count}}', String(count))
  const context = on.traits.evaluation.describe?.context ?? 'watch'
  const answer = await on.send('evaluate', { expression, frameId: frame.id, context })
  const { adapter } = on.session
  if (!answer.success) {
    const reason = failureText(answer)
    throw toolError('UNSUPPORTED', { capability: REQUESTS[spec.what].command, adapter: adapter.title, reason }, reason)
  }
  const described = decodeText(answer.body['result'])
  const { found } = described
  if (isJsonObject(found)) return found
  throw notFound(spec, described)
}

/** JSON as base64 text, in whatever quotes the language shows text. */
function decodeText(result: unknown): JsonObject {
  const text = typeof result === 'string' ? result.replace(/^[^\w+/]+|[^\w+/=]+$/g, '') : ''
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** `{missing, nearest?}`, or `{is}`: there is such a thing, but of another kind. */
function notFound({ what, name }: DefinitionSpec, { is, nearest }: JsonObject) {
  const near = typeof nearest === 'string' ? { nearest } : {}
  if (what === 'class') return toolError('CLASS_NOT_FOUND', { class_name: name, ...near })
  if (what === 'package') return toolError('PACKAGE_NOT_FOUND', { package_name: name, ...near })
  if (typeof is === 'string') return toolError('NOT_A_FUNCTION', { symbol: name, is })
  return toolError('FUNCTION_NOT_FOUND', { symbol: name, ...near })
}
