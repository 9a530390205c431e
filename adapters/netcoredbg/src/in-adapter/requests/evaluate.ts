import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { countIn, flagIn, type JsonObject, textIn } from '@dapplex/protocol'
import { evaluateCSharp, type MayRun } from '../expressions/evaluate-csharp.js'
import { evaluatePath } from '../expressions/evaluate-path.js'
import { IDENTIFIER, memberPath } from '../expressions/member-path.js'
import type { Captured } from '../inspector/answers.js'
import { isObjectText } from '../inspector/capture-forms.js'
import { evaluationFailure } from '../errors/evaluation-failure.js'
import { requiredText } from './arguments.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { isDeadlyName, listFrame } from '../debuggee/frame-variables.js'
import { formatIn, formattedNumber, type NumberFormat } from './number-format.js'
import { ShimError, ThrownInProgram } from '../errors/shim-error.js'

interface Spec {
  readonly expression: string
  readonly frameId: number
  readonly format: NumberFormat
  readonly mayRun: MayRun
}

/**
 * `evaluate`: a plain variable comes from netcoredbg, a path from the inspector, and everything else is compiled. Where the
 * inspector cannot be called, netcoredbg evaluates what it can.
 */
export async function evaluate(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const expression = requiredText(args, 'expression')
  const frameId = await debuggee.frameOrTop(countIn(args, 'frameId'))
  const format = formatIn(args)
  const spec: Spec = { expression, frameId, format, mayRun: isRead(args) ? 'nothing' : 'anything' }
  if (debuggee.isFrozen) throw frozen()
  const path = memberPath(expression)
  if (debuggee.options.rawValues && !debuggee.stop.waiting.has(frameId) && !(await namesDeadly(debuggee, spec)))
    return raw(debuggee, spec)
  if (path === undefined) return compiled(debuggee, spec)
  if (await isDeadlyName(debuggee, { name: path.root, frameId })) return deadly(debuggee, spec)
  const listed = (await listFrame(debuggee, frameId)).find((one) => one.name === path.root)
  if (path.steps.length === 0 && listed !== undefined && !isObjectText(listed.value)) {
    return shown(listed, format)
  }
  return pathResult(debuggee, { spec, path })
}

/** Whether an evaluation must not run code of the program. */
export const isRead = (args: JsonObject): boolean =>
  textIn(args, 'context') === 'hover' || args['allowSideEffects'] === false

/** The value as netcoredbg shows it. An expression that netcoredbg cannot evaluate is compiled. */
async function raw(debuggee: Debuggee, spec: Spec): Promise<unknown> {
  if (spec.mayRun === 'nothing' && !(await isVariable(debuggee, spec))) return compiled(debuggee, spec)
  return byAdapter(debuggee, spec, undefined).catch((error: unknown) => {
    if (debuggee.isFrozen) throw error instanceof Error ? error : frozen()
    return compiled(debuggee, spec)
  })
}

const NAMES = new RegExp(IDENTIFIER, 'gu')

/** Whether the text names a variable that would end netcoredbg. */
async function namesDeadly(
  debuggee: Debuggee,
  { expression, frameId }: Pick<Spec, 'expression' | 'frameId'>,
): Promise<boolean> {
  for (const [name] of expression.matchAll(NAMES)) {
    if (await isDeadlyName(debuggee, { name, frameId })) return true
  }
  return false
}

async function pathResult(
  debuggee: Debuggee,
  { spec, path }: { spec: Spec; path: NonNullable<ReturnType<typeof memberPath>> },
): Promise<unknown> {
  try {
    const value = await evaluatePath(debuggee, { path, frameId: spec.frameId })
    if (value !== undefined) return resultBody(debuggee, { value, spec })
  } catch (error) {
    if (!cannotCall(error)) throw error
    return byAdapter(debuggee, spec, error)
  }
  return compiled(debuggee, spec)
}

async function compiled(debuggee: Debuggee, spec: Spec): Promise<unknown> {
  try {
    const { value, type, hasRun } = await evaluateCSharp(debuggee, { ...spec, isOnlyShown: true })
    const body = resultBody(debuggee, { value, spec, type })
    // DAP has no field for it.
    return hasRun ? { ...body, dapplexRan: true } : body
  } catch (error) {
    if (error instanceof ThrownInProgram || !cannotCall(error)) throw error
    return byAdapter(debuggee, spec, error)
  }
}

/** netcoredbg may still read where the inspector cannot be called. If it cannot either, `why` is thrown. */
async function byAdapter(debuggee: Debuggee, spec: Spec, why: unknown): Promise<unknown> {
  const { expression, frameId, format } = spec
  if (spec.mayRun === 'nothing' && !isUnsafePoint(why) && !(await isVariable(debuggee, spec))) throw why
  // netcoredbg does not know an async caller: it would read the variables of another frame.
  if (debuggee.stop.waiting.has(frameId) || (await namesDeadly(debuggee, { expression, frameId }))) throw why
  const response = await debuggee.evaluate(expression, frameId)
  if (response?.success !== true) throw why
  const { result, ...others } = (response as Dap.EvaluateResponse).body
  return { ...others, result: formattedNumber({ text: result, type: others.type ?? '' }, format) }
}

/** A thread that cannot run code runs no getter either: netcoredbg then only reads. */
const isUnsafePoint = (why: unknown) => why instanceof ShimError && why.data['kind'] === 'unsafe_point'

/** Whether the text is a variable of the frame. netcoredbg runs the getter that any other name or path may be. */
export async function isVariable(
  debuggee: Debuggee,
  { expression, frameId }: Pick<Spec, 'expression' | 'frameId'>,
): Promise<boolean> {
  const path = memberPath(expression)
  if (path?.steps.length !== 0) return false
  return (await listFrame(debuggee, frameId)).some((one) => one.name === path.root)
}

const KINDS = new Set(['unsafe_point', 'no_sdk', 'adapter'])

const cannotCall = (error: unknown): error is ShimError =>
  error instanceof ShimError && (error.type === 'UNSUPPORTED' || KINDS.has(String(error.data['kind'])))

function shown(variable: Dap.Variable, format: NumberFormat): unknown {
  const { value, type = '' } = variable
  return { result: formattedNumber({ text: value, type }, format), type, variablesReference: 0 }
}

async function deadly(debuggee: Debuggee, { expression, frameId }: Spec): Promise<unknown> {
  const variable = (await listFrame(debuggee, frameId)).find((one) => one.name === expression)
  if (variable !== undefined) return { result: variable.value, type: variable.type, variablesReference: 0 }
  throw new ShimError('EVAL_FAILED', `${expression}: netcoredbg cannot read this pointer`, { kind: 'pointer' })
}

interface ResultParts {
  readonly value: Captured
  readonly spec: Spec
  /** The type that the compiler gives the expression. */
  readonly type?: string
}

function resultBody(debuggee: Debuggee, { value, spec, type }: ResultParts): object {
  if (type === 'void') return { result: '', type: 'void', variablesReference: 0 }
  if (value.isNull === true) return { result: 'null', ...(type === undefined ? {} : { type }), variablesReference: 0 }
  const { expression, frameId, format } = spec
  const isPath = memberPath(expression) !== undefined
  if (isPath) rememberPlace(debuggee, { value, expression, frameId })
  const reference = { kind: 'object', frameId, id: value.id, view: 'default' } as const
  return {
    result: formattedNumber({ text: value.value, type: value.type }, format),
    type: value.type,
    variablesReference: value.hasChildren
      ? debuggee.references.add(isPath ? { ...reference, expression } : reference)
      : 0,
    ...(value.count === undefined ? {} : { indexedVariables: value.count }),
    ...(value.kind === 'number' || value.kind === 'enum' || value.kind === 'boolean'
      ? {}
      : { dapplexObject: value.id }),
  }
}

/** The inspector has only a copy of a struct. To change it, the shim must know where it stands. */
function rememberPlace(
  debuggee: Debuggee,
  { value, expression, frameId }: { value: Captured; expression: string; frameId: number },
): void {
  if (value.isNull === true || !value.isValueType) return
  debuggee.references.setPlace(value.id, { kind: 'expression', frameId, expression })
}

const frozen = () => evaluationFailure('', { message: 'inconsistent state', success: false } as Dap.Response)

/** `dapplex_objectId {expression, frameId} | {variablesReference}` → `{dapplexObject, type, value}`. */
export async function objectId(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const number = countIn(args, 'variablesReference')
  if (number !== undefined) {
    const reference = debuggee.references.get(number)
    if (reference.kind === 'object') return { dapplexObject: reference.id }
    throw new ShimError('INVALID_REFERENCE', `variablesReference ${number} is a frame's, not an object's`)
  }
  const value = await valueOf(debuggee, args)
  if (value.isNull === true) throw new ShimError('NULL_REFERENCE', `${requiredText(args, 'expression')} is null`)
  return { dapplexObject: value.id, type: value.type, value: value.value }
}

/** The value of `expression` in `frameId`: read as a path, or else compiled. */
export async function valueOf(debuggee: Debuggee, args: JsonObject): Promise<Captured> {
  const expression = requiredText(args, 'expression')
  const frameId = await debuggee.frameOrTop(countIn(args, 'frameId'))
  const path = memberPath(expression)
  const read = path === undefined ? undefined : await evaluatePath(debuggee, { path, frameId })
  if (read !== undefined) {
    rememberPlace(debuggee, { value: read, expression, frameId })
    return read
  }
  // A text that only leads to a value is a read, whoever asks: see `MayRun`.
  const mayRun = flagIn(args, 'allowSideEffects') ? 'anything' : 'calls'
  return (await evaluateCSharp(debuggee, { expression, frameId, mayRun })).value
}
