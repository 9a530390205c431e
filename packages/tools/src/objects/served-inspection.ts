import { toolError, type InspectedField, type JsonObject, type ToolResult } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import { countIn, flagIn, listIn, objectIn, textIn } from '../dap/decode.js'
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
 * `dapplex_objectInspect {expression, frameId, depth, start, count}` → `{inspection}`, as `object_inspect` documents it; `objectId` is
 * the adapter's own number there, and `circular` marks a field that leads back.
 */
export async function servedInspection(on: SessionCall, spec: InspectionSpec): Promise<Inspection> {
  const { maxValueLength, ...args } = spec
  const reference = spec.expression
  const body = await on.ask('dapplex_objectInspect', args, (reason) =>
    toolError('INVALID_REFERENCE', { reference, reason }),
  )
  const inspection = objectIn(body, 'inspection') ?? {}
  const size = countIn(inspection, 'size')
  const value = cut(textIn(inspection, 'value') ?? '', maxValueLength)
  const fields = listIn(inspection, 'fields').map((field) => fieldOf(on, field, maxValueLength))
  return present({
    address: textIn(inspection, 'address'),
    typeName: textIn(inspection, 'typeName') ?? '',
    size,
    fields,
    isNull: flagIn(inspection, 'isNull'),
    hasCircularRef: flagIn(inspection, 'hasCircularRef'),
    truncated: flagIn(inspection, 'truncated') || value.isCut,
    value: value.text,
    objectId: idOf(on, inspection),
    start: countIn(inspection, 'start') ?? spec.start,
    total: countIn(inspection, 'total') ?? fields.length,
    layout: size === undefined && !flagIn(inspection, 'isNull') ? ('unavailable' as const) : undefined,
    layoutReason: textIn(inspection, 'layoutReason'),
  })
}

function fieldOf(on: SessionCall, field: JsonObject, maxValueLength: number): InspectedField {
  const value = cut(textIn(field, 'value') ?? '', maxValueLength)
  const fields = Array.isArray(field['fields']) ? listIn(field, 'fields') : undefined
  return present({
    name: textIn(field, 'name') ?? '',
    typeName: textIn(field, 'typeName') ?? '',
    value: value.text,
    offset: countIn(field, 'offset'),
    size: countIn(field, 'size'),
    hasChildren: flagIn(field, 'hasChildren'),
    fields: fields?.map((one) => fieldOf(on, one, maxValueLength)),
    isCircular: flagIn(field, 'circular') ? (true as const) : undefined,
    total: countIn(field, 'total'),
    truncated: flagIn(field, 'truncated') || value.isCut ? (true as const) : undefined,
    objectId: idOf(on, field),
  })
}

function idOf(on: SessionCall, { objectId, typeName, value }: JsonObject): number | undefined {
  return issueObject(on, decodeVariable({ dapplexObject: objectId, type: typeName, value }), 'evaluate')
}
