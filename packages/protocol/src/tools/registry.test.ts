import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { anthropicTools } from '../derive/anthropic.js'
import { paramsSchema } from '../derive/json-schema.js'
import { errorCatalogue } from '../errors/catalogue.js'
import type { ToolDefinition } from './definition.js'
import { toolRegistry } from './registry.js'

const parametersOf = (name: string) => Object.keys(paramsSchema(toolNamed(name).params).properties ?? {})

describe.each([...toolRegistry])('%s', (name, tool) => {
  test('is registered under its own name', () => expect(tool.name).toBe(name))
  test('other spellings lead to a parameter and hide none', () => {
    const parameters = parametersOf(name)
    expect(parameters).toEqual(expect.arrayContaining(Object.values(tool.aliases)))
    expect(parameters.filter((one) => one in tool.aliases)).toEqual([])
    expect(parameters).toEqual(
      expect.arrayContaining([...(tool.jsonText ?? []), ...Object.keys(tool.valueAliases ?? {})]),
    )
  })
  test('its examples are valid', () => {
    expect(tool.examples.length).toBeGreaterThan(0)
    for (const { params } of tool.examples) expect(tool.params.safeParse(params).error).toBeUndefined()
  })
  test('a time-out that can be asked for is the documented one', () => {
    const { timeout_ms: parameter } = paramsSchema(tool.params).properties ?? {}
    if (parameter !== undefined) expect(parameter['default']).toBe(tool.timeoutMs)
  })
})

test('every error but those of finding a session, of the caller and of parameters is listed by a tool', () => {
  const everywhere = ['NO_SESSION', 'SESSION_AMBIGUOUS', 'FORBIDDEN', 'RATE_LIMITED', 'INVALID_PARAMETER']
  const listed = new Set<string>([...toolRegistry.values()].flatMap(({ errors }) => errors))
  const missing = Object.entries(errorCatalogue)
    .filter(([type]) => !everywhere.includes(type))
    .filter(([type]) => !listed.has(type))
  expect(missing).toEqual([])
})

/** What the documents say about their tools. */
interface Document {
  readonly document: string
  readonly definitions?: true
  readonly tools: readonly {
    readonly name: string
    /** Left out where the document only names the tool. */
    readonly description?: string
    readonly params: readonly {
      readonly name: string
      readonly type: string
      readonly required: boolean
      readonly description: string
      readonly default?: unknown
      readonly values?: readonly string[]
    }[]
    readonly examples: readonly Readonly<Record<string, unknown>>[]
  }[]
}
const documents = ['seed-000', 'seed-001', 'seed-002'].map(
  (name): Document =>
    JSON.parse(
      readFileSync(new URL(`../../../../fixtures/contract/${name}.json`, import.meta.url), 'utf8'),
    ) as Document,
)

describe.each(documents)('the document $document', ({ definitions, tools }) => {
  const defined = tools.filter(({ description }) => description !== undefined)
  test('defines tools', () => expect(defined).not.toEqual([]))

  test.each(defined)('$name has its description and first its parameters, exactly', ({ name, description, params }) => {
    const tool = exportedTool(name)
    expect(toolNamed(name).description).toBe(description)
    // A document that defines the tool in full fixes what a model reads, too; elsewhere our notes follow.
    if (definitions === true) expect(tool.description).toBe(description)
    const { properties = {}, required = [] } = tool.input_schema
    const described = Object.entries(properties).map(([key, schema]) => ({
      name: key,
      type: schema.type ?? 'any',
      required: required.includes(key),
      description: schema['description'],
    }))
    const documented = params.map(({ name: key, type, required: needed, description: says }) => ({
      name: key,
      type,
      required: needed,
      description: says,
    }))
    expect(described.slice(0, params.length)).toEqual(documented)
    expect(described.slice(params.length).filter((added) => added.required)).toEqual([])
    for (const one of params) {
      if (one.default !== undefined) expect(properties[one.name]?.['default']).toBe(one.default)
      if (one.values !== undefined) expect(properties[one.name]?.['enum']).toEqual(one.values)
    }
  })

  test.each(tools.flatMap(({ name, examples }) => examples.map((params) => ({ name, params }))))(
    '$name takes its example $params',
    ({ name, params }) => expect(toolNamed(name).params.safeParse(params).error).toBeUndefined(),
  )
})

function toolNamed(name: string): ToolDefinition {
  const tool = toolRegistry.get(name)
  if (tool === undefined) throw new Error(`no tool is called ${name}`)
  return tool
}

function exportedTool(name: string) {
  const tool = anthropicTools().find((one) => one.name === name)
  if (tool === undefined) throw new Error(`${name} is not exported`)
  return tool
}
