import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../dap/message.js'
import { standardCatalogue } from './catalogue.js'
import { source } from './dap-shapes.js'
import type { RequestDefinition } from './definition.js'

/** Where a `Source` stands: names of members; `*` is each member of a list. */
export type SourceField = readonly string[]

/** The fields of a shape that hold a `Source`, found by the shape that all of them share. */
function fieldsIn(schema: unknown): SourceField[] {
  if (schema === source) return [[]]
  if (schema instanceof z.ZodOptional) return fieldsIn(schema.unwrap())
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element).map((field) => ['*', ...field])
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) => fieldsIn(member).map((field) => [name, ...field]))
}

const fieldsOf = (part: 'params' | 'result'): ReadonlyMap<string, readonly SourceField[]> =>
  new Map(
    Object.entries<RequestDefinition>(standardCatalogue).flatMap(([command, request]) => {
      const fields = fieldsIn(request[part])
      return fields.length === 0 ? [] : [[command, fields]]
    }),
  )

/** By command of DAP: where the arguments of a request, and the body of its answer, hold a `Source`. */
export const sourceFieldsOfRequests = fieldsOf('params')
export const sourceFieldsOfAnswers = fieldsOf('result')

/** By name: where the body of an event holds a `Source` (DAP, "Events"). */
export const sourceFieldsOfEvents: ReadonlyMap<string, readonly SourceField[]> = new Map([
  ['output', [['source']]],
  ['loadedSource', [['source']]],
  ['breakpoint', [['breakpoint', 'source']]],
])

/** Replaces each `Source` at these fields; the same object when none changes. */
export function mapSources(
  body: JsonObject,
  fields: readonly SourceField[],
  change: (source: JsonObject) => JsonObject,
): JsonObject {
  return fields.reduce<JsonObject>((result, field) => {
    const next = mapAt(result, field, change)
    return isJsonObject(next) ? next : result
  }, body)
}

function mapAt(value: unknown, [name, ...rest]: SourceField, change: (source: JsonObject) => JsonObject): unknown {
  if (name === '*') {
    if (!Array.isArray(value)) return value
    const next = value.map((member: unknown) => mapAt(member, rest, change))
    return next.some((member, index) => member !== value[index]) ? next : value
  }
  if (!isJsonObject(value)) return value
  if (name === undefined) return change(value)
  const next = mapAt(value[name], rest, change)
  return next === value[name] ? value : { ...value, [name]: next }
}
