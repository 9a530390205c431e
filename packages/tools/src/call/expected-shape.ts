import { isJsonObject, listIn, textIn, type JsonObject } from '@dapplex/protocol'

/**
 * What is expected where a parameter is wrong, in words: `'from' is an object with file (text), line (a whole number, at least 1). Where
 * watching begins`. Of a value within another, the innermost object is told.
 * @param params the exported schema of all parameters
 * @returns undefined where the schema does not know the parameter
 */
export function expectedAt(params: JsonObject, field: string): string | undefined {
  const steps = field.split('.')
  const known = steps.length === 1 ? steps : steps.slice(0, -1)
  const schema = schemaAt(params, known)
  if (schema === undefined) return undefined
  const about = textIn(schema, 'description')
  return `'${known.join('.')}' is ${shapeOf(schema)}${about === undefined ? '' : `. ${about}`}`
}

/** The names of the members of an object within the parameters. */
export function membersAt(params: JsonObject, path: readonly string[]): readonly string[] {
  return Object.keys(membersOf(schemaAt(params, path) ?? {}))
}

function schemaAt(schema: JsonObject, [step, ...rest]: readonly string[]): JsonObject | undefined {
  if (step === undefined) return schema
  for (const one of [schema, ...choicesOf(schema)]) {
    const { [step]: member = /^\d+$/.test(step) ? one['items'] : one['additionalProperties'] } = membersOf(one)
    const found = isJsonObject(member) ? schemaAt(member, rest) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const choicesOf = (schema: JsonObject): readonly JsonObject[] => [
  ...listIn(schema, 'anyOf'),
  ...listIn(schema, 'oneOf'),
]

function membersOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {}
}

function shapeOf(schema: JsonObject): string {
  const choices = choicesOf(schema)
  if (choices.length > 0) return [...new Set(choices.map(shapeOf))].join(', or ')
  const { enum: values } = schema
  if (Array.isArray(values)) return `one of ${values.map(String).join(', ')}`
  if ('const' in schema) return JSON.stringify(schema['const'])
  switch (schema['type']) {
    case 'string':
      return 'text'
    case 'integer':
      return `a whole number${limitsOf(schema)}`
    case 'number':
      return `a number${limitsOf(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return isJsonObject(schema['items']) ? `a list; each is ${shapeOf(schema['items'])}` : 'a list'
    case 'object':
      return objectShape(schema)
    default:
      return 'any value'
  }
}

function limitsOf({ minimum, maximum }: JsonObject): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` from ${minimum} to ${maximum}`
  if (typeof minimum === 'number') return `, at least ${minimum}`
  return typeof maximum === 'number' ? `, at most ${maximum}` : ''
}

function objectShape(schema: JsonObject): string {
  const { required, additionalProperties: others } = schema
  const members = Object.entries(membersOf(schema)).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  )
  if (members.length === 0)
    return isJsonObject(others) && 'type' in others ? `an object; each value is ${shapeOf(others)}` : 'an object'
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name)
  const told = members.map(([name, one]) => `${name} (${shapeOf(one)}${isRequired(name) ? ', required' : ''})`)
  return `an object with ${told.join(', ')}`
}
