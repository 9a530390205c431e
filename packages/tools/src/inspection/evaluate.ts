import { type EvalFailureKind, isBarePath, surface, ToolError, toolError } from '@dapplex/protocol'
import type { z } from 'zod'
import type { SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { cut } from '../text/cut.js'
import { formatInteger } from '../text/format-integer.js'
import { collectionText } from '../variables/collection-text.js'
import { isObject, issueObject } from '../variables/issue-object.js'
import { readChildren } from '../variables/read-children.js'
import { childCount, type Variable } from '../variables/variable.js'
import { variableRows } from '../variables/variable-row.js'
import { evaluateIn, readingContext, type Evaluated, type Evaluation } from '../variables/evaluate-in.js'

type Params = z.output<typeof surface.evaluate.params>

export const evaluate = implement(surface.evaluate, async (params, call) => {
  const on = call.on(params.session_id)
  const { frame } = await findFrame(on, params)
  const evaluated = await evaluateAllowed(on, frame.id, params)
  switch (evaluated.kind) {
    case 'value':
      return valueResult(on, evaluated.value, params)
    case 'thrown': {
      const { type, typeFull, message } = evaluated.thrown
      const shown = cut(message, params.max_value_length)
      const truncated = shown.isCut ? (true as const) : undefined
      return present({ error: true as const, message: shown.text, type, type_full: typeFull, truncated })
    }
    case 'failed':
      throw evalFailed(evaluated.failure, params.expression, evaluated.reason)
  }
})

/**
 * Evaluates as the caller may (surface, "Expressions"). A bare path is read. If the adapter says that reading the path would
 * run code that changes something, such as a getter, the path counts as an expression.
 */
async function evaluateAllowed(on: SessionCall, frameId: number, params: Params): Promise<Evaluated> {
  const { expression } = params
  if (isBarePath(expression, on.traits.presentation.names)) {
    const read = await evaluateInTime(on, { expression, frameId, context: readingContext(on) })
    if (read.kind !== 'failed' || read.failure !== 'side_effects' || !params.allow_side_effects) return read
  }
  return evaluateInTime(on, { expression, frameId, context: contextOf(on, params) })
}

/** An expression may change something. That needs the operator role, or is refused where side effects are not allowed. */
function contextOf(on: SessionCall, { expression, allow_side_effects: mayChange }: Params): Evaluation['context'] {
  on.call.demandRole('operator', `evaluate of '${cut(expression, 80).text}'`)
  if (mayChange) return 'repl'
  if (on.traits.evaluation.hoverIsSafe) return 'hover'
  const reason = `${on.session.adapter.title} cannot tell whether it changes something, and allow_side_effects is false`
  throw evalFailed('side_effects', expression, reason)
}

async function evaluateInTime(on: SessionCall, evaluation: Evaluation): Promise<Evaluated> {
  try {
    return await evaluateIn(on, evaluation)
  } catch (error) {
    if (!(error instanceof ToolError) || error.type !== 'TIMEOUT') throw error
    return { kind: 'failed', failure: 'timeout', reason: `it did not end within ${on.call.timeoutMs} ms` }
  }
}

async function valueResult(on: SessionCall, value: Variable, params: Params) {
  const { format, start, count, max_value_length: maxValueLength, expression } = params
  const text = formatInteger(await collectionText(on, value), {
    type: value.type,
    format,
    widths: on.traits.presentation.integerBits,
  })
  const shown = cut(text, maxValueLength)
  const hasChildren = isObject(value)
  const page =
    count === undefined || value.reference === 0 ? undefined : await readChildren(on, value, { start, count })
  const children =
    page && (await variableRows(on, page.rows, { origin: 'evaluate', maxValueLength, parent: expression }))
  return present({
    result: shown.text,
    type: value.type,
    has_children: hasChildren,
    object_id: issueObject(on, expressed(on, value, expression), 'evaluate'),
    children_count: hasChildren ? childCount(value) : undefined,
    children,
    truncated: shown.isCut || value.isTruncated === true || page?.hasMore === true ? (true as const) : undefined,
  })
}

/** Only a path gives the same object again. Any other expression is not kept as the name of its value. */
const expressed = (on: SessionCall, value: Variable, expression: string): Variable =>
  isBarePath(expression, on.traits.presentation.names) ? { ...value, evaluateName: expression } : value

/** Longest reason, in characters. Compilers repeat the expression in it. */
const LONGEST_REASON = 10_000

export function evalFailed(kind: EvalFailureKind, expression: string, reason: string): ToolError {
  return toolError('EVAL_FAILED', {
    kind,
    expression: cut(expression, 500).text,
    reason: cut(reason, LONGEST_REASON).text,
  })
}
