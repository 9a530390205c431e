import type { JsonSchema } from './json-schema.js'
import { SHARED_PARAMETERS, type CoreTool } from './core-tools.js'

/** Limits are checked when the tool is called, and the error names them: a model need not have them all in mind. */
const LIMITS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'minLength', 'maxLength'])

export function withoutLimits({ required = [], ...schema }: JsonSchema): JsonSchema {
  const isLimit = (key: string, value: unknown) => LIMITS.has(key) && typeof value === 'number'
  const lean = JSON.stringify(schema, (key, value: unknown) => (isLimit(key, value) ? undefined : value))
  return { ...(JSON.parse(lean) as JsonSchema), ...(required.length === 0 ? {} : { required }) }
}

/** Parameters for a list that is in a model's context all the time: no limits, no text that the name or the type says too. */
export function leanParameters(schema: JsonSchema, { parameters = {}, hides = [] }: CoreTool): JsonSchema {
  const { properties = {}, ...rest } = withoutLimits(schema)
  const shown = Object.entries(properties).filter(([name]) => !hides.includes(name))
  const lean = shown.map(([name, member]) => [name, leanMember(member, parameters[name] ?? textOf(name, member))])
  return { ...rest, properties: Object.fromEntries(lean) as Record<string, JsonSchema> }
}

/** The texts of shared parameters stand in the instructions of the server. */
const textOf = (name: string, { description }: JsonSchema): unknown => (SHARED_PARAMETERS.has(name) ? '' : description)

function leanMember({ description: _text, default: value, ...member }: JsonSchema, text: unknown): JsonSchema {
  return {
    ...withoutEnumType(member),
    ...(isNothing(value) ? {} : { default: value }),
    ...(text === '' || text === undefined ? {} : { description: text }),
  }
}

/** A choice of texts says itself that it is text. */
const withoutEnumType = ({ type, ...member }: JsonSchema): JsonSchema =>
  type === undefined || member['enum'] !== undefined ? member : { type, ...member }

/** What a parameter that is left out means anyway. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === false || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}'
