import { InvalidArgumentError, Option } from 'commander'
import type { JsonSchema } from '@dapplex/protocol'
import { kebab } from './kebab.js'

/** An option of a derived command, and the parameter that it stands for. */
export interface ToolOption {
  readonly name: string
  readonly option: Option
}

/**
 * The options of a tool. Lists of texts take several words, other lists and objects JSON; a flag takes `true` or `false`
 * too.
 * @param needless parameters that another one can replace: the tool checks them, not the command line
 */
export function toolOptions(schema: JsonSchema, needless: readonly string[]): readonly ToolOption[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const option = optionOf(name, property)
    option.makeOptionMandatory((schema.required ?? []).includes(name) && !needless.includes(name))
    return { name, option }
  })
}

function optionOf(name: string, property: JsonSchema): Option {
  const flag = `--${kebab(name)}`
  const says = describe(property)
  const values = property['enum']
  if (Array.isArray(values) && values.every((one) => typeof one === 'string'))
    return new Option(`${flag} <value>`, says).choices(values)
  switch (property.type) {
    case 'boolean':
      return new Option(`${flag} [true|false]`, says).preset('true').argParser(toBoolean)
    case 'integer':
    case 'number':
      return new Option(`${flag} <number>`, says).argParser(toNumber)
    case 'string':
      return new Option(`${flag} <text>`, says)
    case 'array':
      if ((property['items'] as JsonSchema | undefined)?.type === 'string') return new Option(`${flag} <text...>`, says)
      return new Option(`${flag} <json>`, says).argParser(toValue)
    default:
      return new Option(`${flag} <json>`, says).argParser(toValue)
  }
}

function describe(property: JsonSchema): string {
  const says = typeof property['description'] === 'string' ? property['description'] : ''
  const value = property['default']
  return value === undefined || says.includes('default') ? says : `${says} (default: ${JSON.stringify(value)})`.trim()
}

function toBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError('give true or false')
}

function toNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('give a number')
  return value
}

/** JSON if it parses as JSON, otherwise the text itself. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
