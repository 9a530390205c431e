import { UsageError } from '../exit/command-error.js'

/**
 * Reads the parameters of `dapplex call METHOD [key=value… | JSON]`.
 * A value is JSON if it parses as JSON and the parameter is not declared as a string. Otherwise it is text.
 * Errors: UsageError for a word without `=`, a repeated key or JSON that is not an object.
 */
export async function parseParams(method: string, words: readonly string[]): Promise<Record<string, unknown>> {
  const [first] = words
  if (words.length === 1 && first !== undefined && first.trimStart().startsWith('{')) return parseObject(first)
  const params: Record<string, unknown> = {}
  for (const word of words) {
    const at = word.indexOf('=')
    if (at <= 0) throw new UsageError(`"${word}" is not key=value; give key=value words, or one JSON object`)
    const key = word.slice(0, at)
    if (key in params) throw new UsageError(`"${key}" is given twice`)
    params[key] = await parseValue(word.slice(at + 1), { method, key })
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

/** Text that is not JSON is text whatever the tool says. So most calls do without the registry, whose loading takes longer than they do. */
async function parseValue(text: string, place: Place): Promise<unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  return (await isText(place)) ? text : value
}

interface Place {
  readonly method: string
  readonly key: string
}

/** Whether the tool declares this parameter as a string, so that `expression=5` stays the text "5". */
async function isText({ method, key }: Place): Promise<boolean> {
  const { paramsSchema, toolRegistry } = await import('@dapplex/protocol')
  const definition = toolRegistry.get(method)
  if (definition === undefined) return false
  const name = definition.aliases[key] ?? key
  return paramsSchema(definition.params).properties?.[name]?.type === 'string'
}
