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
import { evaluateIn, type Evaluated, type Evaluation } from '../variables/evaluate-in.js'

type Params = z.output<typeof surface.evaluate.params>

export const evaluate = implement(surface.evaluate, async (params, call) => {
  const on = call.on(params.session_id)
  const { frame } = await findFrame(on, params)
  const context = contextOf(on, params)
  const evaluated = await evaluateInTime(on, { expression: params.expression, frameId: frame.id, context })
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
 * Chooses the evaluation context. A bare path only reads. Anything else may change something: it needs the operator role,
 * or it is refused if side effects are not allowed and the adapter cannot prevent them.
 */
function contextOf(on: SessionCall, { expression, allow_side_effects: mayChange }: Params): Evaluation['context'] {
  if (isBarePath(expression, on.traits.presentation.names)) return 'watch'
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
    truncated: shown.isCut || page?.hasMore === true ? (true as const) : undefined,
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
