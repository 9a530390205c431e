import { describe, expect, test } from 'vitest'
import { anthropicTools } from '../derive/anthropic.js'
import { paramsSchema } from '../derive/json-schema.js'
import { errorCatalogue } from '../errors/catalogue.js'
import { toolRegistry } from './registry.js'

const parametersOf = (name: string) => Object.keys(paramsSchema(toolRegistry.get(name)!.params).properties ?? {})

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
  const listed = new Set([...toolRegistry.values()].flatMap(({ errors }) => errors))
  const missing = Object.entries(errorCatalogue)
    .filter(([type]) => !everywhere.includes(type))
    .filter(([type]) => !listed.has(type as never))
  expect(missing).toEqual([])
})

describe('seed 000: tool definitions, exact', () => {
  test.each([
    {
      name: 'inspect_object',
      description: 'Introspect any Lisp object',
      properties: {
        id: { type: 'integer', description: 'Object ID from previous result' },
        max_depth: { type: 'integer', description: 'Maximum inspection depth', default: 3 },
        max_elements: { type: 'integer', description: 'Maximum elements for collections', default: 100 },
      },
      required: ['id'],
    },
    {
      name: 'inspect_slot',
      description: 'Get/set slot values on CLOS instances',
      properties: {
        object_id: { type: 'integer', description: 'Object ID of CLOS instance' },
        slot_name: { type: 'string', description: 'Name of slot to inspect' },
        value: { description: 'New value to set (optional)' },
      },
      required: ['object_id', 'slot_name'],
    },
  ])('$name', ({ name, description, properties, required }) => {
    const tool = anthropicTools().find((one) => one.name === name)!
    expect(tool.description).toBe(description)
    expect(tool.input_schema.type).toBe('object')
    expect(tool.input_schema.properties).toMatchObject(properties)
    for (const [key, schema] of Object.entries(properties)) expect(tool.input_schema.properties?.[key]).toEqual(schema)
    expect(tool.input_schema.required).toEqual(required)
    expect(Object.keys(tool.input_schema.properties ?? {}).slice(0, Object.keys(properties).length)).toEqual(
      Object.keys(properties),
    )
  })
})

describe('seed 001: parameter tables, exact', () => {
  test.each([
    { name: 'threads_list', says: 'List all managed threads.', rows: [] },
    {
      name: 'stacktrace_get',
      says: 'Get the stack trace for a thread.',
      rows: [
        ['thread_id', 'integer', false, 'Thread ID (default: current)'],
        ['start_frame', 'integer', false, 'Start from frame N (default: 0)'],
        ['max_frames', 'integer', false, 'Max frames to return (default: 20)'],
      ],
    },
    {
      name: 'variables_get',
      says: 'Get variables for a stack frame.',
      rows: [
        ['thread_id', 'integer', false, 'Thread ID (default: current)'],
        ['frame_index', 'integer', false, 'Frame index (default: 0 = top)'],
        ['scope', 'string', false, '`locals`, `arguments`, `this`, or `all` (default: `all`)'],
        ['expand', 'string', false, 'Variable path to expand children'],
      ],
    },
    {
      name: 'evaluate',
      says: 'Evaluate a C# expression in the context of a stopped thread.',
      rows: [
        ['expression', 'string', true, 'C# expression to evaluate'],
        ['thread_id', 'integer', false, 'Thread context'],
        ['frame_index', 'integer', false, 'Stack frame context'],
        ['format', 'string', false, 'Output format: `default`, `hex`, `binary`'],
      ],
    },
    {
      name: 'object_inspect',
      says: "Inspect a heap object's contents including all fields, sizes, and addresses.",
      rows: [
        ['object_ref', 'string', true, 'Object reference (variable name or expression)'],
        ['depth', 'integer', false, 'Max depth for nested expansion (1-10, default: 1)'],
        ['thread_id', 'integer', false, 'Thread ID (default: current)'],
        ['frame_index', 'integer', false, 'Frame index (default: 0)'],
      ],
    },
  ] as const)('$name', ({ name, says, rows }) => {
    const tool = toolRegistry.get(name)!
    expect(tool.description).toBe(says)
    const { properties = {}, required = [] } = paramsSchema(tool.params)
    const listed = Object.entries(properties).map(([key, schema]) => [
      key,
      schema.type,
      required.includes(key),
      schema['description'],
    ])
    expect(listed.slice(0, rows.length)).toEqual(rows)
  })
})
