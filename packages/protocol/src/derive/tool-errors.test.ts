import { describe, expect, test } from 'vitest'
import { toolRegistry, type ToolName } from '../tools/registry.js'
import { anthropicTools } from './anthropic.js'
import { toolErrors } from './tool-errors.js'

function tool(name: ToolName) {
  const found = toolRegistry.get(name)
  if (found === undefined) throw new Error(`no tool is called ${name}`)
  return found
}

describe('the errors of a tool', () => {
  test.each([
    {
      name: 'sessions_list',
      raises: ['INVALID_PARAMETER'],
      not: ['NO_SESSION', 'FORBIDDEN'],
      why: 'it needs no session and only reads',
    },
    {
      name: 'threads_list',
      raises: ['NO_SESSION', 'SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS', 'ADAPTER_CRASHED', 'STOP_CHANGED'],
      not: ['FORBIDDEN'],
      why: 'it reads in a live session, whose adapter can end and whose program can move',
    },
    {
      name: 'debug_continue',
      raises: ['FORBIDDEN', 'STOP_CHANGED'],
      not: [],
      why: 'an observer may not move the program',
    },
  ] as const)('$name: $why', ({ name, raises, not }) => {
    const errors = toolErrors(tool(name))
    expect(errors).toEqual(expect.arrayContaining([...raises]))
    expect(errors.filter((one) => (not as readonly string[]).includes(one))).toEqual([])
  })
  test.each([...toolRegistry.values()])('$name lists none twice', (one) =>
    expect(toolErrors(one)).toHaveLength(new Set(toolErrors(one)).size),
  )
})

describe('a tool for a model', () => {
  test.each([
    { name: 'inspect_slot', notes: false, why: 'seed 000 fixes the whole description' },
    { name: 'inspect_cache_status', notes: false, why: 'seed 002 fixes the whole description' },
    { name: 'variables_get', notes: true, why: 'seed 001 fixes only how it begins' },
  ] as const)('$name: $why', ({ name, notes }) => {
    const [exported] = anthropicTools([tool(name)])
    expect(exported?.description.startsWith(tool(name).description)).toBe(true)
    expect((exported?.description.length ?? 0) > tool(name).description.length).toBe(notes)
  })
})
