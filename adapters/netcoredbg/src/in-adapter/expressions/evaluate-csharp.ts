import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Captured, RunResult } from '../inspector/answers.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { captureVariable, isDeadlyName, listFrame } from '../debuggee/frame-variables.js'
import { ShimError, ThrownInProgram } from '../errors/shim-error.js'
import type { FrameContext } from '../symbols/frame-context.js'
import { assignVariable } from './assign-variable.js'

/** What a text may run of the program. */
export type MayRun =
  | 'anything'
  /** What it spells out as a call. A text that only leads to a value, such as `((IShape)a.B[3]).Area`, runs nothing. */
  | 'calls'
  | 'nothing'

/** C# text to run in a frame. */
export interface CSharpText {
  readonly expression: string
  readonly frameId: number
  readonly mayRun: MayRun
  /** The value is only shown: it needs no id. */
  readonly isOnlyShown?: boolean
}

interface Analyzed {
  readonly kind: 'expression' | 'statements' | 'invalid'
  readonly names: readonly string[]
  readonly writes: readonly string[]
  readonly usesThis: boolean
  /** The text only leads to a value: names, members, elements, casts. */
  readonly isAccess: boolean
  readonly diagnostics: readonly Diagnosed[]
}

export interface Diagnosed {
  readonly id: string
  readonly message: string
  readonly column?: number
}

interface CompiledText {
  readonly path: string
  readonly writes: readonly number[]
  readonly type: string
  readonly entryType: string
  /** Code of the program that the text runs without spelling out a call, such as a getter. */
  readonly runs?: string
}

/** Types whose values the call contains as text, so that nothing has to be captured. */
const PASSED_AS_TEXT = new Set(['bool', 'byte', 'sbyte', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'])

/** Beside one of these, a constant `int` has another type than a variable. */
const NOT_AS_CONSTANT = new Set(['uint', 'ulong'])

/** A variable that the text uses: how the compiler sees it, and the argument for the call. */
interface Passed {
  readonly variable: Dap.Variable
  readonly used: {
    readonly name: string
    readonly runtime?: string
    readonly shown?: string
    readonly isDynamic?: boolean
  }
  /** The id of an object, `0` for null, or a number with its type such as `int:5`. */
  readonly argument: string
}

export interface CSharpValue {
  readonly value: Captured
  /** The type that the compiler gives the text. */
  readonly type: string
  /** Code of the program ran that the text does not spell out as a call, such as a getter. */
  readonly hasRun: boolean
}

/**
 * Compiles the text in the context of the frame, runs it in the program and stores the values that it assigned.
 * Errors: EVAL_FAILED with kind side_effects where it may not run what it would; kind compile with the compiler's
 * diagnostics, timeout, pointer, unsafe_point; ThrownInProgram.
 */
export async function evaluateCSharp(debuggee: Debuggee, text: CSharpText): Promise<CSharpValue> {
  const { expression, frameId, mayRun } = text
  const analyzed = await debuggee.compiler.ask<Analyzed>('analyze', { expression })
  if (analyzed.kind === 'invalid') throw compileFailure(analyzed.diagnostics)
  if (mayRun === 'nothing' && !analyzed.isAccess) throw sideEffects(expression)
  const passed = await passVariables(debuggee, { frameId, analyzed })
  const constant = text.isOnlyShown === true ? await constantOf(debuggee, { expression, analyzed, passed }) : undefined
  if (constant !== undefined) return constant
  const { compiled, frame } = await compile(debuggee, { expression, frameId, passed })
  if (mayRun !== 'anything' && analyzed.isAccess && compiled.runs !== undefined) throw sideEffects(expression)
  const answer = await debuggee.inspector.call<RunResult>(
    'run',
    {
      path: compiled.path,
      entry: compiled.entryType,
      ids: passed.map((one) => one.argument).join(','),
      writes: compiled.writes.join(','),
      limit: debuggee.options.evaluationTimeoutMs,
      sideEffects: mayRun !== 'nothing',
    },
    frameId,
  )
  if (answer.thrown !== undefined) throw new ThrownInProgram(answer.thrown)
  for (const { index, value } of answer.writes ?? []) {
    const target = passed[index]
    if (target === undefined) continue
    await assignVariable(debuggee, {
      target: target.variable,
      declared: declaredType(frame?.variables, target),
      value,
      frameId,
    })
  }
  return { value: answer.result ?? { isNull: true }, type: compiled.type, hasRun: compiled.runs !== undefined }
}

/** The type that the compiler gives a text, which is not run. Errors: EVAL_FAILED with kind compile. */
export async function typeOf(debuggee: Debuggee, { expression, frameId }: Omit<CSharpText, 'mayRun'>): Promise<string> {
  const analyzed = await debuggee.compiler.ask<Analyzed>('analyze', { expression })
  if (analyzed.kind === 'invalid') throw compileFailure(analyzed.diagnostics)
  const passed = await passVariables(debuggee, { frameId, analyzed })
  return (await compile(debuggee, { expression, frameId, passed })).compiled.type
}

async function compile(
  debuggee: Debuggee,
  { expression, frameId, passed }: Pick<CSharpText, 'expression' | 'frameId'> & { readonly passed: readonly Passed[] },
): Promise<{ readonly compiled: CompiledText; readonly frame: FrameContext | undefined }> {
  const inspector = debuggee.inspectorPath ?? (await debuggee.inspectorAssembly(process.env))
  const frame = await debuggee.context(frameId)
  const modules = debuggee.modules.paths()
  const variables = passed.map((one) => one.used)
  const text = { expression, frame, variables, modules, inspector }
  return { compiled: await debuggee.compiler.ask<CompiledText>('compile', text), frame }
}

interface Known {
  readonly expression: string
  readonly analyzed: Analyzed
  readonly passed: readonly Passed[]
}

/**
 * What the compiler can compute from the values of the variables, such as `s + i` or `s > 100`. A call into the program costs thirty
 * times as much.
 */
async function constantOf(
  debuggee: Debuggee,
  { expression, analyzed, passed }: Known,
): Promise<CSharpValue | undefined> {
  const { kind, names, writes, usesThis } = analyzed
  if (kind !== 'expression' || writes.length > 0 || usesThis || names.length !== passed.length) return undefined
  const variables = passed.flatMap(({ used: { name }, argument }) => {
    const [, type, value] = /^(\w+):(.+)$/.exec(argument) ?? []
    return type === undefined || NOT_AS_CONSTANT.has(type) ? [] : [{ name, type, value }]
  })
  if (variables.length < passed.length) return undefined
  const { value, type } = await debuggee.compiler.ask<{ readonly value?: string; readonly type?: string }>('constant', {
    expression,
    variables,
  })
  if (value === undefined || type === undefined) return undefined
  const described = { type, typeName: type, syntax: type, kind: type === 'bool' ? 'boolean' : 'number' }
  return { value: { id: 0, ...described, value, isValueType: true, hasChildren: false }, type, hasRun: false }
}

const declaredType = (
  variables: readonly { readonly name: string; readonly type: string }[] | undefined,
  { variable }: Passed,
): string | undefined => variables?.find((one) => one.name === variable.name)?.type

/** A read must not run code of the program, such as a getter. */
export const sideEffects = (expression: string): ShimError =>
  new ShimError(
    'EVAL_FAILED',
    `'${expression}' would run code of the program, such as a getter, and a read must not do that: evaluate it with side effects allowed, then inspect the result by its object id`,
    { kind: 'side_effects' },
  )

export function compileFailure(diagnostics: readonly Diagnosed[]): ShimError {
  const text = diagnostics.map((one) => `${one.id}: ${one.message}`).join('; ')
  return new ShimError('EVAL_FAILED', text, { kind: 'compile', diagnostics })
}

async function passVariables(
  debuggee: Debuggee,
  { frameId, analyzed }: { frameId: number; analyzed: Analyzed },
): Promise<readonly Passed[]> {
  const variables = await listFrame(debuggee, frameId)
  const isLocal = (name: string) => variables.some((one) => one.name === name)
  const names = analyzed.names.filter(isLocal)
  const others = analyzed.names.filter((name) => !isLocal(name))
  const wantsThis = isLocal('this') && (analyzed.usesThis || others.length > 0)
  const teachers = await teaching(debuggee, { frameId, names: analyzed.names })
  const passed: Passed[] = []
  for (const name of new Set([...names, ...(wantsThis ? ['this'] : []), ...teachers])) {
    const variable = variables.find((one) => one.name === name)
    if (variable !== undefined) passed.push(await passVariable(debuggee, { variable, frameId }))
  }
  return passed
}

/** Variables whose values show the compiler which type a type parameter in the text stands for. */
async function teaching(
  debuggee: Debuggee,
  { frameId, names }: { frameId: number; names: readonly string[] },
): Promise<readonly string[]> {
  const context = await debuggee.context(frameId)
  const asked = context?.typeParameters.filter((one) => names.includes(one)) ?? []
  if (context === undefined || asked.length === 0) return []
  const fits = new RegExp(`(?<![@.\\p{L}\\p{Nd}_])(${asked.join('|')})(?![\\p{L}\\p{Nd}_])`, 'u')
  const receiver = context.hasThis && fits.test(context.typeSyntax) ? ['this'] : []
  return [...receiver, ...context.variables.filter((one) => fits.test(one.type)).map((one) => one.name)]
}

async function passVariable(
  debuggee: Debuggee,
  { variable, frameId }: { variable: Dap.Variable; frameId: number },
): Promise<Passed> {
  const { name, value, type: shown = '' } = variable
  if (await isDeadlyName(debuggee, { name, frameId }))
    throw new ShimError('EVAL_FAILED', `${name} is a ${shown}: netcoredbg cannot pass it on`, { kind: 'pointer' })
  if (value === 'null') return { variable, used: { name, shown }, argument: '0' }
  if (PASSED_AS_TEXT.has(shown) && /^(-?\d+|true|false)$/.test(value))
    return { variable, used: { name, runtime: shown, shown }, argument: `${shown}:${value}` }
  const captured = await captureVariable(debuggee, { variable, frameId })
  if (captured.isNull === true) return { variable, used: { name, shown }, argument: '0' }
  const isDynamic = captured.isDynamic === true ? { isDynamic: true } : {}
  return { variable, used: { name, runtime: captured.syntax, shown, ...isDynamic }, argument: String(captured.id) }
}
