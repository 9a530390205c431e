import { nearestName, surface, toolError } from '@dapplex/protocol'
import type { z } from 'zod'
import { subjectOf } from '../stop/subject.js'
import { implement, memoized } from '../call/tool.js'
import { failureText } from '../call/dap-failure.js'
import { assign } from '../inspection/assign.js'
import { evalFailed } from '../variables/evaluate-in.js'
import { failureKind } from '../variables/evaluate-in.js'
import { present } from '../result/present.js'
import { collectionText } from '../variables/collection-text.js'
import { issueObject } from '../variables/issue-object.js'
import { valueText } from '../variables/value-text.js'
import type { Variable } from '../variables/variable.js'
import { findObject, type FoundObject } from './find-object.js'
import { findSlot, type Slot } from './find-slot.js'
import { servedOrGeneral } from './served-or-general.js'
import { newValue, textOf, type NewValue } from './new-value.js'
import { servedSlot } from './served-slot.js'
import { whileAlive } from './while-alive.js'

type Params = z.output<typeof surface.inspect_slot.params>

const readOrWrite = implement(surface.inspect_slot, async (params, call) => {
  const found = findObject(call, params.object_id)
  const isWrite = 'value' in params
  if (isWrite) call.demandRole('operator', 'inspect_slot with value')
  const value = isWrite ? newValue(call, found, params.value) : undefined
  return servedOrGeneral(found.on, 'dapplex_inspectSlot', {
    served: () => servedSlot(found, params.slot_name, value),
    general: () => generalSlot(found, params, value),
  })
})

/** A call that sets a slot is never answered from the cache (workflow 25). */
export const inspectSlot = memoized(surface.inspect_slot, readOrWrite, async (params, call) =>
  Promise.resolve('value' in params ? undefined : subjectOf(findObject(call, params.object_id).on, params)),
)

/** Works with any adapter: finds the member by its name among the variables. */
async function generalSlot(found: FoundObject, params: Params, value: NewValue | undefined) {
  const text = value === undefined ? undefined : textOf(value)
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

/**
 * Sets a slot. If a literal is refused, it has the wrong type. An expression can also fail on its own: then that failure is
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

/** A number, a quoted text, or a keyword of the language: it cannot fail on its own. */
function isLiteral(text: string, words: Readonly<Record<string, string | undefined>>): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) || /^"(?:[^"\\]|\\.)*"$/.test(text) || Object.values(words).includes(text)
}
