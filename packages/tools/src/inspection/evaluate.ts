import { surface, toolError, ToolError } from '@dapplex/protocol'
import type { z } from 'zod'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { readPlace } from '../past/at-stop.js'
import { present } from '../result/present.js'
import { findFrame } from '../stop/find-frame.js'
import { cut } from '../text/cut.js'
import { formatInteger } from '../text/format-integer.js'
import { collectionText } from '../variables/collection-text.js'
import { isObject, issueObject } from '../variables/issue-object.js'
import { readChildren } from '../variables/read-children.js'
import { childCount, type Variable } from '../variables/variable.js'
import { variableRows } from '../variables/variable-row.js'
import { evaluateAsAllowed, isRead } from '../variables/evaluate-as-allowed.js'
import { evalFailed, type Evaluated } from '../variables/evaluate-in.js'

type Params = z.output<typeof surface.evaluate.params>

export const evaluate = implement(surface.evaluate, async (params, call) => {
  const place = await readPlace(call.on(params.session_id), undefined)
  const on = place.on.showing(params.max_value_length)
  const { frame } = await findFrame(on, params)
  const evaluated = await evaluateInTime(on, frame.id, params)
  switch (evaluated.kind) {
    case 'value':
      return present({
        ...(await valueResult(on, evaluated.value, params)),
        recorded_stop_id: place.recordedStopId,
        ...place.notes,
      })
    case 'thrown': {
      const { type, typeFull, message } = evaluated.thrown
      const shown = cut(message, params.max_value_length)
      const truncated = shown.isCut ? (true as const) : undefined
      return present({ error: true as const, message: shown.text, type, type_full: typeFull, truncated })
    }
    case 'failed':
      if (place.recordedStopId !== undefined) throw notRecorded(on, evaluated.reason)
      throw evalFailed(evaluated.failure, params.expression, evaluated.reason)
  }
})

function notRecorded({ session }: SessionCall, reason: string): ToolError {
  return toolError('UNSUPPORTED', { capability: 'record of it', adapter: session.adapter.title, reason }, reason)
}

/** An evaluation that takes too long has failed, as any other that gives no value. */
async function evaluateInTime(on: SessionCall, frameId: number, params: Params): Promise<Evaluated> {
  const { expression, allow_side_effects: mayChange } = params
  try {
    return await evaluateAsAllowed(on, { expression, frameId, mayChange })
  } catch (error) {
    if (!(error instanceof ToolError) || error.type !== 'TIMEOUT') throw error
    const { blocked_by: blockedBy } = error.wire.data
    const inTime = `it did not end within ${on.call.timeoutMs} ms`
    return {
      kind: 'failed',
      failure: 'timeout',
      reason: typeof blockedBy === 'string' ? `${inTime}: ${blockedBy}` : inTime,
    }
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
  isRead(on, expression) ? { ...value, evaluateName: expression } : value
