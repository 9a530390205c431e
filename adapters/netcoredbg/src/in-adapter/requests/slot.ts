import { listFrame } from '../debuggee/frame-variables.js'
import { assignVariable } from '../expressions/assign-variable.js'
import { evaluateCSharp } from '../expressions/evaluate-csharp.js'
import { isShownNumber } from '../expressions/shown-number.js'
import type { InspectedValue } from '../inspector/answers.js'
import { shownString, stringLiteral } from '../inspector/string-literal.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
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
  /** The slot belongs to a struct. */
  readonly ownerIsValue?: boolean
  /** After the write it was read by its getter, which is code of the program. */
  readonly ran?: boolean
}

const isLiteral = (text: string) => /^(null|true|false)$/.test(text) || isShownNumber(text)

/** Reads or sets a slot. Answers a DAP variable with `bound` and `writable`. Errors: SLOT_NOT_FOUND, SLOT_TYPE_ERROR. */
export async function slotOf(
  debuggee: Debuggee,
  spec: SlotSpec,
): Promise<Dap.Variable & Pick<Slot, 'bound' | 'writable'>> {
  const { id, name, frameId } = spec
  const slot =
    spec.value === undefined
      ? await debuggee.inspector.call<Slot>('slot', { id, name }, frameId)
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
    ...(slot.ran === true ? { dapplexRan: true } : {}),
    ...(slot.writable ? {} : { presentationHint: { attributes: ['readOnly'] } }),
  }
}

async function setSlot(debuggee: Debuggee, spec: SlotSpec & { value: string | number }): Promise<Slot> {
  const { frameId } = spec
  const given = await givenValue(debuggee, spec.value, frameId)
  debuggee.forgetValues()
  const slot = await store(debuggee, spec, given)
  debuggee.forgetValues()
  return slot
}

type Given = { readonly valueId: number } | { readonly literal: string }

/** The new value: C# text is evaluated in the frame. */
async function givenValue(debuggee: Debuggee, value: string | number, frameId: number): Promise<Given> {
  if (typeof value === 'number') return { valueId: value }
  const text = value.trim()
  if (isLiteral(text)) return { literal: text }
  if (/^#</.test(text))
    throw new ShimError('EVAL_FAILED', `'${text}' is only how a value is shown: it cannot be read back`, {
      kind: 'unreadable',
    })
  const expression = shownString(text) === undefined ? text : stringLiteral(shownString(text) ?? '')
  const result = await evaluateCSharp(debuggee, { expression, frameId, mayRun: 'anything' })
  return result.value.isNull === true ? { literal: 'null' } : { valueId: result.value.id }
}

/**
 * Stores the value. The inspector has only a copy of a struct, so a changed copy is stored where it was found, and so on up to
 * an object or a variable. Errors: SLOT_TYPE_ERROR for a copy that was not found anywhere.
 */
async function store(debuggee: Debuggee, { id, name, frameId }: SlotSpec, given: Given): Promise<Slot> {
  const place = debuggee.references.placeOf(id)
  const asked = { id, name, ...given, storesBack: place !== undefined, sideEffects: true }
  const slot = await debuggee.inspector.call<Slot>('setSlot', asked, frameId)
  if (slot.ownerIsValue !== true || place === undefined) return slot
  switch (place.kind) {
    case 'member':
      await store(debuggee, { id: place.owner, name: place.name, frameId }, { valueId: id })
      return slot
    case 'expression':
      await storeInExpression(debuggee, { id, ...place })
      return slot
    case 'variable':
      await storeInVariable(debuggee, { id, ...place })
      return slot
  }
}

async function storeInExpression(
  debuggee: Debuggee,
  { id, frameId, expression }: { id: number; frameId: number; expression: string },
): Promise<void> {
  const value = await debuggee.inspector.call<InspectedValue>('value', { id }, frameId)
  const assignment = `${expression} = (${value.syntax})Dapplex.Inspector.Get(${id})`
  await evaluateCSharp(debuggee, { expression: assignment, frameId, mayRun: 'anything' })
}

interface StoredStruct {
  readonly id: number
  readonly frameId: number
  readonly name: string
}

async function storeInVariable(debuggee: Debuggee, { id, frameId, name }: StoredStruct): Promise<void> {
  const target = (await listFrame(debuggee, frameId)).find((one) => one.name === name)
  if (target === undefined)
    throw new ShimError('INVALID_REFERENCE', `there is no variable '${name}' in this frame`, { reference: name })
  const value = await debuggee.inspector.call<InspectedValue>('value', { id }, frameId)
  const context = await debuggee.context(frameId)
  const declared = context?.variables.find((one) => one.name === name)?.type
  await assignVariable(debuggee, { target, declared, value, frameId })
}
