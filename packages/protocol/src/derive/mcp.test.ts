import { describe, expect, test } from 'vitest'
import { toolRegistry } from '../tools/registry.js'
import { coreTools } from './core-tools.js'
import { mcpTools } from './mcp.js'

/** What the list of core tools may cost in the context of a model, at 4 characters a token. */
const MOST_TOKENS = 6000
const CHARACTERS_A_TOKEN = 4

describe('mcpTools', () => {
  const core = mcpTools('core')
  test('core is the list of core tools, in the order of the registry; all is everything', () => {
    expect(core.map(({ name }) => name)).toEqual([...toolRegistry.keys()].filter((name) => isCore(name)))
    expect(new Set(coreTools).size).toBe(core.length)
    expect(mcpTools('all').map(({ name }) => name)).toEqual([...toolRegistry.keys()])
  })
  test(`the list of core tools costs less than ${MOST_TOKENS} tokens`, () => {
    expect(JSON.stringify(core).length / CHARACTERS_A_TOKEN).toBeLessThan(MOST_TOKENS)
  })
  test('a description is for a model: what it is for, then when and what comes next', () => {
    const wait = core.find(({ name }) => name === 'wait_for_stop')
    expect(wait?.description).toMatch(/^Wait until the program is stopped.+come next.+since_stop_id/)
    expect(
      mcpTools('all').filter(({ description }) => !description.endsWith('.') && description.includes('. ')),
    ).toEqual([])
  })
  test('parameters keep their names, types, defaults and what is required; limits are left to the call', () => {
    const launch = core.find(({ name }) => name === 'debug_launch')
    expect(launch?.inputSchema).toMatchObject({ type: 'object', required: ['program'] })
    expect(launch?.inputSchema.properties?.['timeout_ms']).toEqual({
      type: 'integer',
      default: 30_000,
      description: expect.any(String),
    })
  })
  test('the output schema tells the members and their types', () => {
    const step = core.find(({ name }) => name === 'debug_step')
    expect(step?.outputSchema).toMatchObject({
      type: 'object',
      properties: { stopped: { type: 'boolean' }, source_lines: { type: 'array' }, locals: { type: 'array' } },
    })
  })
  test('annotations say what differs from what a client assumes', () => {
    const of = (name: string) => mcpTools('all').find((tool) => tool.name === name)?.annotations
    expect(of('stacktrace_get')).toEqual({ readOnlyHint: true, openWorldHint: false })
    expect(of('debug_step')).toEqual({ destructiveHint: false })
    expect(of('evaluate')).toEqual({})
    expect(of('breakpoint_set')).toEqual({ destructiveHint: false, idempotentHint: true, openWorldHint: false })
  })
})

const isCore = (name: string): boolean => (coreTools as readonly string[]).includes(name)
