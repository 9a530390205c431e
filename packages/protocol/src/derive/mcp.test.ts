import { describe, expect, test } from 'vitest'
import { toolRegistry } from '../tools/registry.js'
import { routerTools } from '../tools/router.js'
import { coreToolNamed, coreTools, type CoreTool } from './core-tools.js'
import { paramsSchema } from './json-schema.js'
import { mcpTools, TOOL_CHOICES, type ToolChoice } from './mcp.js'

const BYTES_A_TOKEN = 4
/** What a list costs in the context of a model: the whole result of `tools/list`, as it is sent. */
const tokensOf = (choice: ToolChoice): number =>
  Buffer.byteLength(JSON.stringify({ tools: mcpTools(choice) })) / BYTES_A_TOKEN

describe('the lists of tools', () => {
  test.each([
    { choice: 'core', most: 4000 },
    { choice: 'router', most: 700 },
  ] as const)('$choice costs at most $most tokens', ({ choice, most }) => {
    expect(tokensOf(choice)).toBeLessThanOrEqual(most)
  })
  test('core has the core tools in the order of the registry, then the help; all has every tool; router has three', () => {
    const isCore = (name: string) => coreToolNamed(name) !== undefined
    const names = (choice: ToolChoice) => mcpTools(choice).map(({ name }) => name)
    expect(names('core')).toEqual([...[...toolRegistry.keys()].filter(isCore), 'tool_help'])
    expect(names('all')).toEqual([...toolRegistry.keys()])
    expect(names('router')).toEqual(['tools_find', 'tool_call', 'tool_help'])
  })
  test('no tool of the router has the name of another tool', () => {
    expect([...routerTools.keys()].filter((name) => toolRegistry.has(name))).toEqual([])
  })
  test.each(TOOL_CHOICES)('in %s a name stands once', (choice) => {
    const names = mcpTools(choice).map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})

describe('the list of all tools', () => {
  const all = mcpTools('all')
  const named = (name: string) => all.find((tool) => tool.name === name)
  test('a description is for a model: what it is for, then when and what comes next', () => {
    expect(named('wait_for_stop')?.description).toMatch(/^Wait until the program is stopped.+come next.+since_stop_id/)
    expect(all.filter(({ description }) => !description.endsWith('.') && description.includes('. '))).toEqual([])
  })
  test('parameters keep their names, types, defaults and what is required; limits are left to the call', () => {
    expect(named('debug_launch')?.inputSchema).toMatchObject({ type: 'object', required: ['program'] })
    expect(named('debug_launch')?.inputSchema.properties?.['timeout_ms']).toEqual({
      type: 'integer',
      default: 30_000,
      description: expect.any(String),
    })
  })
  test('the output schema tells the members and their types', () => {
    expect(named('debug_step')?.outputSchema).toMatchObject({
      type: 'object',
      properties: { stopped: { type: 'boolean' }, source_lines: { type: 'array' } },
    })
  })
  test('annotations say what differs from what a client assumes', () => {
    const of = (name: string) => named(name)?.annotations
    expect(of('stacktrace_get')).toEqual({ readOnlyHint: true, openWorldHint: false })
    expect(of('debug_step')).toEqual({ destructiveHint: false })
    expect(of('evaluate')).toEqual({})
    expect(of('breakpoint_set')).toEqual({ destructiveHint: false, idempotentHint: true, openWorldHint: false })
  })
})

describe('the core list is shorter, not other', () => {
  const entries = Object.entries<CoreTool>(coreTools)
  test.each(entries)(
    '%s: shortens and hides only parameters that there are',
    (name, { parameters = {}, hides = [] }) => {
      const { properties = {}, required = [] } = schemaOf(name)
      expect([...Object.keys(parameters), ...hides].filter((one) => properties[one] === undefined)).toEqual([])
      expect(hides.filter((one) => required.includes(one))).toEqual([])
    },
  )
  test.each(mcpTools('core').filter(({ name }) => name !== 'tool_help'))(
    '$name: parameters have the types, choices and defaults of the full list',
    ({ name, inputSchema, annotations }) => {
      const full = mcpTools('all').find((tool) => tool.name === name)
      expect(annotations).toEqual(full?.annotations)
      expect(inputSchema.required).toEqual(full?.inputSchema.required)
      for (const [parameter, { description: _text, default: value, ...kept }] of Object.entries(
        inputSchema.properties ?? {},
      )) {
        expect(full?.inputSchema.properties?.[parameter]).toMatchObject(kept)
        if (value !== undefined) expect(full?.inputSchema.properties?.[parameter]?.['default']).toEqual(value)
      }
    },
  )
  test('a parameter whose text says more than its name keeps a text; shared ones have none', () => {
    const step = mcpTools('core').find(({ name }) => name === 'debug_step')?.inputSchema.properties
    expect(step?.['wait']).toMatchObject({ type: 'boolean', default: true, description: expect.any(String) })
    expect(step?.['session_id']).toEqual({ type: 'string' })
    expect(step?.['action']).toEqual({ enum: ['over', 'into', 'out', 'back'] })
  })
  test('it has no output schemas', () => {
    expect(mcpTools('core').filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([])
  })
})

function schemaOf(name: string) {
  const tool = toolRegistry.get(name)
  if (tool === undefined) throw new Error(`no tool is called ${name}`)
  return paramsSchema(tool.params)
}
