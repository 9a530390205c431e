import { paramsSchema, toolRegistry } from '@dapplex/protocol'
import { UsageError } from '../exit/command-error.js'

/**
 * Reads the parameters of `dapplex call METHOD [key=value… | JSON]`.
 * A value is JSON if it parses as JSON and the parameter is not declared as a string. Otherwise it is text.
 * Errors: UsageError for a word without `=`, a repeated key or JSON that is not an object.
 */
export function parseParams(method: string, words: readonly string[]): Record<string, unknown> {
  const [first] = words
  if (words.length === 1 && first !== undefined && first.trimStart().startsWith('{')) return parseObject(first)
  const params: Record<string, unknown> = {}
  for (const word of words) {
    const at = word.indexOf('=')
    if (at <= 0) throw new UsageError(`"${word}" is not key=value; give key=value words, or one JSON object`)
    const key = word.slice(0, at)
    if (key in params) throw new UsageError(`"${key}" is given twice`)
    params[key] = parseValue(word.slice(at + 1), isText(method, key))
  }
  return params
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw new UsageError(`the JSON parameters cannot be read: ${(error as Error).message}`)
  }
}

function parseValue(text: string, asText: boolean): unknown {
  if (asText) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Whether the tool declares this parameter as a string, so that `expression=5` stays the text "5". */
function isText(method: string, key: string): boolean {
  const definition = toolRegistry.get(method)
  if (definition === undefined) return false
  const name = definition.aliases[key] ?? key
  return paramsSchema(definition.params).properties?.[name]?.type === 'string'
}
