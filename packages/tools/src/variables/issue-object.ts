import type { JsonObject } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { isTextType } from '../text/type-name.js'
import { decodeVariable, type Variable } from './variable.js'

/** Where a reference comes from. That decides how long it is valid. */
export type Origin = 'frame' | 'evaluate'

/** The object id of a value; undefined if it is not an object: it has no children, or it is text. */
export function issueObject(on: SessionCall, variable: Variable, origin: Origin): number | undefined {
  if (!isObject(variable)) return undefined
  const { reference, adapterObject, evaluateName, type = '', value, named, indexed } = variable
  const lasts = adapterObject !== undefined || (origin === 'evaluate' && on.traits.references.evaluate === 'session')
  return on.session.objects.issue({
    reference,
    lifetime: lasts ? 'session' : 'stop',
    typeName: type,
    value,
    ...(adapterObject === undefined ? {} : { adapterObject }),
    ...(evaluateName === undefined ? {} : { expression: evaluateName }),
    ...(named === undefined ? {} : { named }),
    ...(indexed === undefined ? {} : { indexed }),
  })
}

/** The id of an object that the adapter itself numbers in a row `{object_id, type, value}`. */
export function issueNumbered(on: SessionCall, row: JsonObject): number | undefined {
  const { object_id: dapplexObject, type, value } = row
  return issueObject(on, decodeVariable({ dapplexObject, type, value }), 'evaluate')
}

/** Whether the value has children or is an object that the adapter numbers. Text is never an object. */
export const isObject = ({ reference, adapterObject, type }: Variable): boolean =>
  (reference > 0 || adapterObject !== undefined) && !isTextType(type)
