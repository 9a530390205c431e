import { isJsonObject, paramsSchema, type JsonObject, type ToolDefinition } from '@dapplex/protocol'
import { membersAt } from './expected-shape.js'
import { explainIssue } from './explain-issue.js'
import type { FoundTool } from './find-tool.js'
import { invalidParameter } from './invalid-parameter.js'

const schemas = new Map<ToolDefinition, JsonObject>()

const MEMBER = { enumerable: true, configurable: true, writable: true }

/** The exported schema of the parameters of a tool. */
function schemaOf(definition: ToolDefinition): JsonObject {
  const schema = schemas.get(definition) ?? { ...paramsSchema(definition.params) }
  schemas.set(definition, schema)
  return schema
}

/**
 * Reads the caller's parameters: translates other spellings into the documented ones, parses JSON text, fills in defaults,
 * and checks everything. `_meta` (of MCP and of the workflow) may stand beside any parameters.
 * @throws ToolError INVALID_PARAMETER
 */
export function readParams({ definition, fixed }: FoundTool, given: unknown): unknown {
  const schema = schemaOf(definition)
  const known = membersAt(schema, [])
  const params: JsonObject = { ...fixed }
  for (const [spelling, value] of Object.entries(byName(given))) {
    if (spelling === '_meta') continue
    const name = documentedName(definition, spelling, known)
    if (Object.hasOwn(params, name))
      throw invalidParameter({ field: name, says: `Parameter '${name}' is given twice`, value })
    // Not by assignment: a parameter named __proto__ must be an unknown parameter like any other.
    Object.defineProperty(params, name, { ...MEMBER, value: documentedValue(definition, name, value) })
  }
  for (const [name, implied] of Object.entries(definition.implies ?? {}))
    if (Object.hasOwn(params, name)) Object.assign(params, { ...implied, ...params })
  const parsed = definition.params.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue === undefined)
    throw invalidParameter({ field: 'params', says: 'The parameters are not valid', value: given })
  throw invalidParameter(explainIssue(issue, params, schema))
}

/**
 * The node of the workflow that `_meta` names, beside the parameters or in them.
 * @throws ToolError INVALID_PARAMETER
 */
export function askedNode(given: unknown): string | undefined {
  const meta = isJsonObject(given) ? given['_meta'] : undefined
  const nodeId = isJsonObject(meta) ? meta['nodeId'] : undefined
  if (nodeId === undefined || typeof nodeId === 'string') return nodeId
  throw invalidParameter({ field: '_meta.nodeId', says: `'_meta.nodeId' must be text`, value: nodeId, allowed: 'text' })
}

function byName(given: unknown): JsonObject {
  if (given === undefined) return {}
  if (isJsonObject(given)) return given
  const says = 'The parameters must be an object: they are given by name'
  throw invalidParameter({ field: 'params', says, value: given, allowed: 'an object' })
}

function documentedName(definition: ToolDefinition, spelling: string, known: readonly string[]): string {
  const { aliases } = definition
  const snake = spelling.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const camel = spelling.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
  const candidates = [spelling, aliases[spelling], snake, aliases[snake], camel]
  return candidates.find((name) => name !== undefined && known.includes(name)) ?? spelling
}

function documentedValue(definition: ToolDefinition, name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const others = definition.valueAliases?.[name] ?? {}
  if (Object.hasOwn(others, value)) return others[value]
  return definition.jsonText?.includes(name) === true ? jsonValue(value) : value
}

/** The value of JSON text. Other text stays as it is, and the schema refuses it. */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
