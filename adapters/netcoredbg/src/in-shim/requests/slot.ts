import { evaluateCSharp } from '../expressions/evaluate-csharp.js'
import { shownString, stringLiteral } from '../inspector/string-literal.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { ShimError } from '../errors/shim-error.js'

/**
 * A member (`Name`) or element (`[3]`, `["key"]`) of an object. `value` is the new value: C# text, or the id of an object.
 */
export interface SlotSpec {
  readonly id: number
  readonly name: string
  readonly value?: string | number
  readonly frameId: number
}

interface Slot {
  readonly value: string
  readonly type: string
  readonly bound: boolean
  readonly value_object_id?: number
  readonly writable: boolean
}

const LITERAL = /^(null|true|false|-?\d+(\.\d+)?)$/

/** Reads or sets a slot. Answers a DAP variable with `bound` and `writable`. Errors: SLOT_NOT_FOUND, SLOT_TYPE_ERROR. */
export async function slotOf(debuggee: Debuggee, spec: SlotSpec): Promise<unknown> {
  const { id, name, frameId } = spec
  const slot =
    spec.value === undefined
      ? await debuggee.inspector.call<Slot>('slot', { id, name, sideEffects: true }, frameId)
      : await setSlot(debuggee, { ...spec, value: spec.value })
  const inner = slot.value_object_id
  const reference =
    inner === undefined ? 0 : debuggee.references.add({ kind: 'object', frameId, id: inner, view: 'default' })
  return {
    name,
    value: slot.value,
    type: slot.type,
    variablesReference: slot.type === 'string' ? 0 : reference,
    bound: slot.bound,
    writable: slot.writable,
    ...(inner === undefined ? {} : { dapplexObject: inner }),
    ...(slot.writable ? {} : { presentationHint: { attributes: ['readOnly'] } }),
  }
}

async function setSlot(debuggee: Debuggee, spec: SlotSpec & { value: string | number }): Promise<Slot> {
  const { id, name, frameId } = spec
  debuggee.forgetValues()
  if (typeof spec.value === 'number')
    return debuggee.inspector.call<Slot>('setSlot', { id, name, valueId: spec.value }, frameId)
  const value = spec.value.trim()
  if (LITERAL.test(value)) return debuggee.inspector.call<Slot>('setSlot', { id, name, literal: value }, frameId)
  if (/^#</.test(value))
    throw new ShimError('EVAL_FAILED', `'${value}' is only how a value is shown: it cannot be read back`, {
      kind: 'unreadable',
    })
  const expression = shownString(value) === undefined ? value : stringLiteral(shownString(value) ?? '')
  const result = await evaluateCSharp(debuggee, { expression, frameId, allowSideEffects: true })
  const valueId = result.value.isNull === true ? undefined : result.value.id
  const given = valueId === undefined ? { literal: 'null' } : { valueId }
  return debuggee.inspector.call<Slot>('setSlot', { id, name, ...given }, frameId)
}
