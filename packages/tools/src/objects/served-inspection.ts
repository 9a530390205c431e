import { toolError, type InspectedField, type ServedField, type ToolResult } from '@dapplex/protocol'
import { sendServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { cut } from '../text/cut.js'
import { issueObject } from '../variables/issue-object.js'
import { decodeVariable } from '../variables/variable.js'

type Inspection = ToolResult<'object_inspect'>['inspection']

/** The object to inspect. */
export interface InspectionSpec {
  readonly expression: string
  readonly frameId: number
  readonly depth: number
  readonly start: number
  readonly count: number
  readonly maxValueLength: number
}

/**
 * By the adapter's own request; `objectId` is the adapter's number there, and `circular` marks a field that leads back.
 * @param object the adapter's number of what the expression has given already
 */
export async function servedInspection(on: SessionCall, spec: InspectionSpec, object?: number): Promise<Inspection> {
  const { maxValueLength, ...asked } = spec
  const args = object === undefined ? asked : { ...asked, object }
  const reference = spec.expression
  const { inspection } = await sendServed(on, { command: 'dapplex_objectInspect', args }, (reason) =>
    toolError('INVALID_REFERENCE', { reference, reason }),
  )
  const { address, typeName, size, isNull, hasCircularRef, layoutReason } = inspection
  const value = cut(inspection.value, maxValueLength)
  const fields = inspection.fields.map((field) => fieldOf(on, field, maxValueLength))
  return present({
    address,
    typeName,
    size,
    fields,
    isNull,
    hasCircularRef,
    truncated: inspection.truncated || value.isCut,
    value: value.text,
    objectId: idOf(on, inspection),
    start: inspection.start ?? spec.start,
    total: inspection.total ?? fields.length,
    layout: size === undefined && !isNull ? ('unavailable' as const) : undefined,
    layoutReason,
  })
}

function fieldOf(on: SessionCall, field: ServedField, maxValueLength: number): InspectedField {
  const { name, typeName, offset, size, hasChildren, fields, total } = field
  const value = cut(field.value ?? '', maxValueLength)
  return present({
    name,
    typeName,
    value: value.text,
    offset,
    size,
    hasChildren,
    fields: fields?.map((one) => fieldOf(on, one, maxValueLength)),
    isCircular: field.circular === true ? (true as const) : undefined,
    total,
    truncated: field.truncated === true || value.isCut ? (true as const) : undefined,
    objectId: idOf(on, field),
  })
}

function idOf(on: SessionCall, { objectId, typeName, value }: Pick<ServedField, 'objectId' | 'typeName' | 'value'>) {
  return issueObject(on, decodeVariable({ dapplexObject: objectId, type: typeName, value }), 'evaluate')
}
