import { fixture, markerLine, missing } from '@dapplex/testkit'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, INGRESSES, makeMcpHome, type McpHome, type Result } from './mcp-home.js'

/** The official SDK's client, which is shown three tools and reaches all others through them. */
const program = fixture('programs/python/orders.py')
const LINE = markerLine(program, 'BREAK: body')
const BYTES_A_TOKEN = 4

let home: McpHome
beforeAll(async () => {
  home = await makeMcpHome()
})
afterAll(() => home.end())

const through = (client: Client, name: string, args: Result = {}): Promise<Result> =>
  call(client, 'tool_call', { name, arguments: args })

describe.each(INGRESSES)('a router client over $ingress, $era', (which) => {
  test('finds its tools, launches a Python program, reaches a stop, reads it and ends it', async (context) => {
    const absent = missing('debugpy')
    if (absent !== undefined) return context.skip(absent)
    const client = await home.open(which, { tools: 'router' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['tools_find', 'tool_call', 'tool_help'])
    expect(Buffer.byteLength(JSON.stringify({ tools })) / BYTES_A_TOKEN).toBeLessThanOrEqual(700)

    const { tools: found } = await call(client, 'tools_find', { query: 'start a program' })
    expect(found).toContainEqual(expect.objectContaining({ name: 'debug_launch' }))
    expect(await call(client, 'tool_help', { name: 'debug_launch' })).toMatchObject({
      parameters: { properties: { breakpoints: expect.any(Object), path_mappings: expect.any(Object) } },
    })
    const breakpoints = [{ file: program, line: LINE }]
    const { session_id } = await through(client, 'debug_launch', { program, breakpoints })
    expect(await through(client, 'wait_for_stop', { session_id })).toMatchObject({
      stopped: true,
      reason: 'breakpoint',
      location: { file: program, line: LINE, function: 'total' },
      _meta: { session_id, stop_id: 1 },
    })
    expect(await through(client, 'evaluate', { session_id, expression: 'order.customer' })).toMatchObject({
      result: "'ada'",
    })
    await through(client, 'debug_disconnect', { session_id, terminate: true })
  })
  test('results and errors of tool_call are those of the tool', async () => {
    const client = await home.open(which, { tools: 'router' })
    const calls: readonly (readonly [string, Result])[] = [
      ['sessions_list', {}],
      ['inspect_object', { id: 999_999 }],
      ['stacktrace_get', { max_frame: 1 }],
      ['debug_step', {}],
    ]
    for (const [name, args] of calls) {
      const direct = await client.callTool({ name, arguments: args })
      expect(await client.callTool({ name: 'tool_call', arguments: { name, arguments: args } }), name).toEqual(direct)
    }
  })
  test('a name that no tool has is a result with isError, the nearest tools and a call that goes on', async () => {
    const client = await home.open(which, { tools: 'router' })
    const failed = await client.callTool({ name: 'tool_call', arguments: { name: 'stack_trace_get' } })
    expect(failed).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: -32601,
          data: {
            type: 'METHOD_NOT_FOUND',
            nearest: 'stacktrace_get',
            candidates: expect.arrayContaining(['stacktrace_get']),
            hint: 'tool_help {"name":"stacktrace_get"}',
          },
        },
      },
    })
    expect(await client.callTool({ name: 'tool_help', arguments: { nam: 'evaluate' } })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32602, data: { type: 'INVALID_PARAMETER', field: 'name' } } },
    })
    await expect(client.callTool({ name: 'tool_cal' })).rejects.toMatchObject({ code: -32602 })
  })
})

describe('a long call through tool_call', () => {
  test.each([INGRESSES[0], INGRESSES[3]])(
    'over $ingress, $era: reports the progress of the tool, and can be cancelled',
    async (which) => {
      const client = await home.open(which, { tools: 'router' })
      const waiting = fixture('programs/node/orders.js')
      const { session_id } = await through(client, 'debug_launch', { program: waiting, args: ['wait'], wait_ms: 0 })
      const cancel = new AbortController()
      const reports: { progress: number; total?: number | undefined; message?: string | undefined }[] = []
      const call = client.callTool(
        { name: 'tool_call', arguments: { name: 'wait_for_stop', arguments: { session_id, timeout_ms: 60_000 } } },
        { signal: cancel.signal, onprogress: (report) => (reports.push(report), cancel.abort('enough')) },
      )
      await expect(call).rejects.toThrow(/enough/)
      expect(reports[0]).toMatchObject({ progress: 1, total: 60, message: expect.stringMatching(/^wait_for_stop /) })
      expect(await through(client, 'debug_state', { session_id })).toMatchObject({ state: 'running' })
      await through(client, 'debug_disconnect', { session_id, terminate: true })
    },
  )
})

describe('the core list', () => {
  test.each([INGRESSES[0], INGRESSES[3]])('over $ingress costs at most 4,000 tokens as it is sent', async (which) => {
    const client = await home.open(which)
    const result = await client.listTools()
    expect(Buffer.byteLength(JSON.stringify(result)) / BYTES_A_TOKEN).toBeLessThanOrEqual(4000)
    expect(result.tools.map(({ name }) => name)).toContain('tool_help')
    expect(await call(client, 'tool_help', { name: 'evaluate' })).toMatchObject({ name: 'evaluate' })
    expect(client.getInstructions()).toContain('session_id, thread_id and frame_index may be left out')
  })
})
