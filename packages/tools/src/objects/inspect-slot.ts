import { isJsonObject, nearestName, surface, toolError } from '@dapplex/protocol'
import type { z } from 'zod'
import { invalidParameter } from '../call/invalid-parameter.js'
import type { Call } from '../call/call.js'
import { subjectOf } from '../call/subject.js'
import { implement, memoized } from '../call/tool.js'
import { failureText } from '../dap/failure.js'
import { assign } from '../inspection/assign.js'
import { evalFailed } from '../inspection/evaluate.js'
import { failureKind } from '../inspection/evaluate-in.js'
import { literal } from '../inspection/literal.js'
import { present } from '../present.js'
import { collectionText } from '../variables/collection-text.js'
import { issueObject } from '../variables/issue-object.js'
import { valueText } from '../variables/value-text.js'
import type { Variable } from '../variables/variable.js'
import { findObject, type FoundObject } from './find-object.js'
import { findSlot, type Slot } from './find-slot.js'
import { servedOrGeneral } from './served-or-general.js'
import { servedSlot } from './served-slot.js'
import { whileAlive } from './while-alive.js'

type Params = z.output<typeof surface.inspect_slot.params>

const readOrWrite = implement(surface.inspect_slot, async (params, call) => {
  const found = findObject(call, params.object_id)
  const isWrite = 'value' in params
  if (isWrite) call.demandRole('operator', 'inspect_slot with value')
  const text = isWrite ? newValue(call, found, params.value) : undefined
  return servedOrGeneral(found.on, 'dapplex_inspectSlot', {
    served: () => servedSlot(found, params.slot_name, text),
    general: () => generalSlot(found, params, text),
  })
})

/** A slot that is set is never answered from the cache (workflow 25). */
export const inspectSlot = memoized(surface.inspect_slot, readOrWrite, async (params, call) =>
  Promise.resolve('value' in params ? undefined : subjectOf(findObject(call, params.object_id).on, params)),
)

/** For any adapter: the member by its name among the variables. */
async function generalSlot(found: FoundObject, params: Params, text: string | undefined) {
  const slot = await whileAlive(found, () => findSlot(found, params.slot_name))
  if (slot.kind === 'missing') {
    const { slots } = slot
    const nearest = nearestName(params.slot_name, slots)
    throw toolError('SLOT_NOT_FOUND', { slot_name: params.slot_name, slots: [...slots], nearest })
  }
  const variable = text === undefined ? slot.variable : await writeSlot(found, slot, text)
  return slotResult(found, params, variable)
}

async function slotResult({ on }: FoundObject, params: Params, variable: Variable) {
  return present({
    object_id: params.object_id,
    slot_name: params.slot_name,
    value: await collectionText(on, variable),
    type: variable.type,
    bound: true,
    value_object_id: issueObject(on, variable, 'frame'),
    writable: !variable.isReadOnly && on.can('supportsSetVariable', 'setVariable'),
  })
}

/** The text that the adapter is given: an expression, a literal, or an expression that names another object. */
function newValue(call: Call, { on }: FoundObject, value: unknown): string {
  if (typeof value === 'string') {
    if (/^\s*#</.test(value))
      throw evalFailed('unreadable', value, 'it shows an object and cannot be read back; give {object_id}')
    return value
  }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return literal(value, on.traits)
  const id = isJsonObject(value) && Object.keys(value).length === 1 ? value['object_id'] : undefined
  if (typeof id === 'number') return objectExpression(call, on.session.id, id)
  const allowed = 'an expression, a number, true, false, null or {object_id}'
  throw invalidParameter({ field: 'value', says: `Parameter 'value' must be ${allowed}`, value, allowed })
}

function objectExpression(call: Call, sessionId: string, id: number): string {
  const { entry } = findObject(call, id)
  if (entry.sessionId !== sessionId)
    throw invalidParameter({ field: 'value.object_id', says: `Object ${id} is of another session`, value: id })
  if (entry.expression !== undefined) return entry.expression
  throw evalFailed(
    'unreadable',
    `{object_id: ${id}}`,
    'nothing in this frame names that object; give an expression for it',
  )
}

/**
 * Sets a slot. A literal that is refused is of the wrong type; an expression may also be wrong in itself: then its failure is
 * the answer.
 */
async function writeSlot(
  { on }: FoundObject,
  slot: Slot & { readonly kind: 'found' },
  text: string,
): Promise<Variable> {
  const { variable, container } = slot
  const target = { container, name: variable.name, expression: variable.evaluateName }
  const assigned = await assign(on, target, text)
  if (assigned.kind === 'done') {
    const { value } = assigned
    const type = value.type ?? variable.type
    return { ...value, value: valueText(value, on.traits.presentation), ...(type === undefined ? {} : { type }) }
  }
  const reason = failureText(assigned.answer)
  const kind = failureKind(on, reason)
  if (kind !== undefined || !isLiteral(text, on.traits.presentation.literals))
    throw evalFailed(kind ?? 'refused', text, reason)
  const data = { slot_name: variable.name, value: text, expected_type: variable.type, reason }
  throw toolError('SLOT_TYPE_ERROR', data)
}

/** A number, a text in quotes, or one of the language's own words: nothing in it can be misspelled. */
function isLiteral(text: string, words: Readonly<Record<string, string | undefined>>): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) || /^"(?:[^"\\]|\\.)*"$/.test(text) || Object.values(words).includes(text)
}
