import { mcpTools, routerTools, ToolError, toolRegistry } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { route } from './route.js'
import { searchTools } from './tool-index.js'

function failure(name: string, params: unknown) {
  try {
    route(name, params)
  } catch (error) {
    if (error instanceof ToolError) return error.wire
  }
  throw new Error(`${name} did not fail`)
}
const answer = (name: string, params: unknown): Record<string, unknown> => {
  const routed = route(name, params)
  if (routed.kind !== 'answer') throw new Error(`${name} is not answered by the router`)
  return routed.result
}

describe('tools_find', () => {
  test.each([
    { query: 'stop at a line', among: 5, want: 'breakpoint_set' },
    { query: 'read variables', among: 1, want: 'variables_get' },
    { query: 'step over', among: 1, want: 'debug_step' },
    { query: 'crash', among: 1, want: 'exception_get' },
    { query: 'break on exception', among: 1, want: 'breakpoint_set_exception' },
    { query: 'kill the program', among: 2, want: 'debug_disconnect' },
    { query: 'run to a line', among: 1, want: 'run_to' },
    { query: 'backtrace', among: 1, want: 'stacktrace_get' },
    { query: 'breakpoint condition', among: 1, want: 'breakpoint_set' },
    { query: 'heap instances', among: 1, want: 'instances_get' },
    { query: 'deadlock', among: 2, want: 'threads_waiting' },
    { query: 'print stdout', among: 1, want: 'output_get' },
    { query: 'stacktrace_get', among: 1, want: 'stacktrace_get' },
    { query: 'debug_step_over', among: 1, want: 'debug_step' },
    { query: 'breakpont', among: 5, want: 'breakpoint_set' },
  ])('$query: $want is among the first $among', ({ query, among, want }) => {
    expect(
      searchTools(query)
        .slice(0, among)
        .map(({ name }) => name),
    ).toContain(want)
  })
  test.each([...toolRegistry.keys()])('%s is found first by its name', (name) => {
    expect(searchTools(name)[0]?.name).toBe(name)
  })
  test('tells names, purposes and parameters, at most as many as are asked for, and how many others there are', () => {
    const { tools, more } = answer('tools_find', { query: 'variables_get', limit: 2 })
    expect(tools).toHaveLength(2)
    expect(tools).toContainEqual({
      name: 'variables_get',
      does: expect.stringContaining('variables of a frame'),
      parameters: expect.stringMatching(/thread_id\?.+session_id\?/),
    })
    expect(more).toBeGreaterThan(0)
    const [set] = answer('tools_find', { query: 'inspect_object' })['tools'] as { parameters: string }[]
    expect(set?.parameters).toMatch(/^id, max_depth\?/)
  })
  test('a query that nothing matches is answered with all names', () => {
    expect(answer('tools_find', { query: 'zzz qqq' })).toEqual({ tools: [], names: [...toolRegistry.keys()] })
  })
})

describe('tool_call', () => {
  test.each([
    { given: { name: 'debug_step', arguments: { action: 'in' } }, why: 'as documented' },
    { given: { name: 'debug_step', arguments: '{"action": "in"}' }, why: 'parameters as JSON text' },
    { given: { tool: 'debug_step', args: { action: 'in' } }, why: 'other spellings' },
  ])('passes name and parameters on, unchanged: $why', ({ given }) => {
    expect(route('tool_call', given)).toEqual({ kind: 'call', name: 'debug_step', params: { action: 'in' } })
  })
  test('without arguments the tool has no parameters', () => {
    expect(route('tool_call', { name: 'sessions_list' })).toEqual({ kind: 'call', name: 'sessions_list', params: {} })
  })
  test('a name that no tool has names the nearest ones, and a call that goes on', () => {
    expect(failure('tool_call', { name: 'breakpont_set' })).toEqual({
      code: -32601,
      message: expect.stringMatching(/^There is no tool 'breakpont_set'; the nearest are breakpoint_set, /),
      data: {
        type: 'METHOD_NOT_FOUND',
        method: 'breakpont_set',
        nearest: 'breakpoint_set',
        candidates: expect.arrayContaining(['breakpoint_set']),
        hint: 'tool_help {"name":"breakpoint_set"}',
      },
    })
    expect(failure('tool_call', { name: 'set a breakpoint' }).data).toMatchObject({
      candidates: expect.arrayContaining(['breakpoint_set']),
      hint: 'tools_find {"query":"set a breakpoint"}',
    })
  })
  test.each([
    { given: {}, field: 'name' },
    { given: { name: 'debug_step', arguments: 7 }, field: 'arguments' },
    { given: { name: 'debug_step', argument: {} }, field: 'argument' },
  ])('$given: INVALID_PARAMETER names $field', ({ given, field }) => {
    expect(failure('tool_call', given)).toMatchObject({ code: -32602, data: { type: 'INVALID_PARAMETER', field } })
  })
})

describe('tool_help', () => {
  test.each([...toolRegistry.values()])('tells notes, limits, result, errors and examples of $name', (tool) => {
    const help = answer('tool_help', { name: tool.name })
    expect(help).toMatchObject({ name: tool.name, title: tool.title, errors: expect.any(Array) })
    expect(help['description']).toContain(tool.notes ?? tool.description)
    expect(help['examples']).toEqual(tool.examples)
    expect(routerTools.get('tool_help')?.result.safeParse(help).error).toBeUndefined()
  })
  test('knows the other names of a tool, and the nearest of a wrong one', () => {
    expect(answer('tool_help', { name: 'debug_step_over' })).toMatchObject({ name: 'debug_step' })
    expect(failure('tool_help', { name: 'stack_trace_get' }).data).toMatchObject({ nearest: 'stacktrace_get' })
  })
})

test('a tool that is not of the router is passed on as it is, known or not', () => {
  const params = { any: 1 }
  for (const name of ['evaluate', 'nothing_of_this_name'])
    expect(route(name, params)).toEqual({ kind: 'call', name, params })
  expect(mcpTools('router').map(({ name }) => name)).toEqual([...routerTools.keys()])
})
