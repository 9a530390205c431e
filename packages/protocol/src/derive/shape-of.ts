import type { JsonSchema } from './json-schema.js'

/** A schema on one line, as a reader wants it: `{id: integer, name?: string}`. A shape within itself is named by `…`. */
export function shapeOf(schema: JsonSchema, definitions: Definitions = definitionsOf(schema)): string {
  const again = (inner: JsonSchema) => shapeOf(inner, definitions)
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => JSON.stringify(one)).join(' | ')
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as JsonSchema[]).map(again).join(' | ')
  if (typeof schema['$ref'] === 'string') return referenceShape(schema['$ref'], definitions)
  if (schema.type === 'array') return `${group(again((schema['items'] ?? {}) as JsonSchema))}[]`
  if (schema.properties !== undefined) return membersOf(schema, again)
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'any')
}

type Definitions = Readonly<Record<string, JsonSchema>>
const definitionsOf = (schema: JsonSchema) => (schema['$defs'] ?? {}) as Definitions

function referenceShape(reference: string, definitions: Definitions): string {
  const name = reference.replace('#/$defs/', '')
  const { [name]: target, ...others } = definitions
  return target === undefined ? '…' : shapeOf(target, others)
}

function membersOf({ properties = {}, required = [] }: JsonSchema, shape: (schema: JsonSchema) => string): string {
  const members = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${shape(schema)}`,
  )
  return `{${members.join(', ')}}`
}

const group = (text: string): string => (text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text)
