import { thrownFromDap, toolError, type EvalFailureKind, type Thrown, type ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { failureText, type DapFailure } from '../call/dap-failure.js'
import { cut } from '../text/cut.js'
import { unqualifiedName } from '../text/type-name.js'
import { decodeVariable, decodeVariables, type Variable } from './variable.js'

export interface Evaluation {
  readonly expression: string
  readonly frameId?: number
  /** DAP, `EvaluateArguments.context`: `watch` reads, `repl` may change something, `hover` must not. */
  readonly context: 'watch' | 'repl' | 'hover'
}

export type Evaluated =
  | { readonly kind: 'value'; readonly value: Variable }
  /** The expression threw an exception in the program. */
  | { readonly kind: 'thrown'; readonly thrown: Thrown }
  | { readonly kind: 'failed'; readonly failure: EvalFailureKind; readonly reason: string }

/** Evaluates an expression. The adapter's definition says how to tell a value, an exception and a failure apart. */
export async function evaluateIn(on: SessionCall, evaluation: Evaluation): Promise<Evaluated> {
  const { expression, frameId, context } = evaluation
  const { timeoutArgument } = on.traits.evaluation
  const args = {
    expression,
    context,
    ...(frameId === undefined ? {} : { frameId }),
    ...(timeoutArgument === undefined ? {} : { [timeoutArgument]: on.call.timeoutMs }),
  }
  const answer = await on.send('evaluate', args)
  if (!answer.success) return fromFailure(on, answer)
  const value = decodeVariable({ ...answer.body, name: expression }, 'result')
  return (await thrownValue(on, expression, value)) ?? { kind: 'value', value }
}

function fromFailure(on: SessionCall, failure: DapFailure): Evaluated {
  const told = thrownFromDap(failure.error)
  if (told !== undefined) return { kind: 'thrown', thrown: told }
  const reason = failureText(failure)
  const { thrown } = on.traits.evaluation
  const kind = failureKind(on, reason)
  if (kind !== undefined) return { kind: 'failed', failure: kind, reason }
  const groups = thrown === undefined ? undefined : new RegExp(thrown, 's').exec(reason)?.groups
  const type = groups?.['type']
  if (type === undefined) return { kind: 'failed', failure: 'refused', reason }
  return { kind: 'thrown', thrown: thrownOf(type, groups?.['message']?.trim() ?? '') }
}

/** Why an evaluation failed, judged by the adapter's message; undefined if its definition does not say. */
export function failureKind(on: SessionCall, reason: string): EvalFailureKind | undefined {
  return on.traits.evaluation.failures.find(({ pattern }) => new RegExp(pattern, 's').test(reason))?.kind
}

function thrownOf(typeFull: string, message: string): Thrown {
  const type = unqualifiedName(typeFull)
  return { type, message, ...(type === typeFull ? {} : { typeFull }) }
}

/** The last name says that the expression holds an exception, so its value was not thrown: `ex`, `e.InnerException`. */
const NAMES_EXCEPTION = /(^|[.\s])[\w$]*(ex|exception|error|err|fault|cause)$/i

/**
 * The exception that an expression threw, if the adapter reports success with the exception as the value. A name alone
 * never throws, nor does an expression whose last name says that it holds an exception.
 */
async function thrownValue(on: SessionCall, expression: string, value: Variable): Promise<Evaluated | undefined> {
  // An adapter that numbers the object has read it, and reports exceptions itself.
  if (!on.traits.evaluation.thrownAsValue || value.reference === 0 || value.adapterObject !== undefined)
    return undefined
  const type = value.type ?? ''
  const trimmed = expression.trim()
  const isName = /^[@$\w]+$/.test(trimmed) || NAMES_EXCEPTION.test(trimmed)
  if (isName || !/Exception$/.test(type) || /\bnew\b/.test(trimmed)) return undefined
  return { kind: 'thrown', thrown: thrownOf(type, await messageOf(on, value.reference)) }
}

async function messageOf(on: SessionCall, reference: number): Promise<string> {
  const answer = await on.send('variables', { variablesReference: reference })
  if (!answer.success) return ''
  const rows = decodeVariables(answer.body)
  const text =
    (rows.find(({ name }) => name === 'Message') ?? rows.find(({ name }) => name === '_message'))?.value ?? ''
  return unquoted(text)
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    return JSON.parse(text) as string
  } catch {
    return text.slice(1, -1)
  }
}

/** Longest reason, in characters. Compilers repeat the expression in it. */
const LONGEST_REASON = 10_000

export function evalFailed(kind: EvalFailureKind, expression: string, reason: string): ToolError {
  return toolError('EVAL_FAILED', {
    kind,
    expression: cut(expression, 500).text,
    reason: cut(reason, LONGEST_REASON).text,
  })
}
