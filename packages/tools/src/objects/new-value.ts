import { isJsonObject } from '@dapplex/protocol'
import type { Call } from '../call/call.js'
import { invalidParameter } from '../call/invalid-parameter.js'
import { evalFailed } from '../variables/evaluate-in.js'
import { literal } from '../inspection/literal.js'
import type { ObjectEntry } from '../port/dap-session.js'
import { findObject, type FoundObject } from './find-object.js'

/** The new value of a slot: an expression, a literal, or another object of the session. */
export type NewValue =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'object'; readonly entry: ObjectEntry }

/**
 * Decodes `value` of inspect_slot.
 * @throws ToolError EVAL_FAILED for text that only shows an object, INVALID_PARAMETER, OBJECT_NOT_FOUND
 */
export function newValue(call: Call, { on }: FoundObject, value: unknown): NewValue {
  if (typeof value === 'string') {
    if (/^\s*#</.test(value))
      throw evalFailed('unreadable', value, 'the text only shows an object and cannot be read back; give {object_id}')
    return { kind: 'text', text: value }
  }
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'text', text: literal(value, on.traits) }
  const id = isJsonObject(value) && Object.keys(value).length === 1 ? value['object_id'] : undefined
  if (typeof id === 'number') return { kind: 'object', entry: objectOf(call, on.session.id, id) }
  const allowed = 'an expression, a number, true, false, null or {object_id}'
  throw invalidParameter({ field: 'value', says: `Parameter 'value' must be ${allowed}`, value, allowed })
}

function objectOf(call: Call, sessionId: string, id: number): ObjectEntry {
  const { entry } = findObject(call, id)
  if (entry.sessionId === sessionId) return entry
  throw invalidParameter({ field: 'value.object_id', says: `Object ${id} belongs to another session`, value: id })
}

/**
 * The value as an expression of the language.
 * @throws ToolError EVAL_FAILED for an object that no expression names
 */
export function textOf(value: NewValue): string {
  if (value.kind === 'text') return value.text
  const { id, expression } = value.entry
  if (expression !== undefined) return expression
  throw evalFailed(
    'unreadable',
    `{object_id: ${id}}`,
    'no expression in this frame names that object; give an expression for it',
  )
}

/** The value for an adapter that takes `dapplex_inspectSlot`: an object by the adapter's own number, where it gave one. */
export function servedValue(value: NewValue): string | { readonly object_id: number } {
  const object = value.kind === 'object' ? value.entry.adapterObject : undefined
  return object === undefined ? textOf(value) : { object_id: object }
}
