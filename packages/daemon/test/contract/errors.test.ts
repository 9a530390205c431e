import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fail,
  fixture,
  FIXTURES,
  markerLine,
  respond,
  scriptedProcess,
  type Script,
  type ScriptedProcess,
} from '@dapplex/testkit'
import { errorCatalogue } from '@dapplex/protocol'
import type { RpcClient } from '../support/rpc-client.js'
import { genericAdapter, testDaemon, type TestDaemon } from '../support/test-daemon.js'

const orders = fixture('programs/node/orders.js')
const body = { file: orders, line: markerLine(orders, 'BREAK: body') }

let host: TestDaemon
/** In a session of its own, that stands in `total`. */
let agent: RpcClient
beforeAll(async () => {
  host = await testDaemon()
  agent = await stoppedAgent()
})
afterAll(() => host.stop())

async function stoppedAgent(name = 'agent-1'): Promise<RpcClient> {
  const one = await host.agent(name)
  const { session_id } = await one.call('debug_launch', { program: orders, breakpoints: [body] })
  await one.call('session_select', { session_id })
  await one.call('wait_for_stop', { since_stop_id: 0 })
  return one
}

describe('errors that a real session raises', () => {
  test.each([
    { type: 'INVALID_THREAD', tool: 'stacktrace_get', params: { thread_id: 987_654 }, data: { thread_id: 987_654 } },
    { type: 'INVALID_FRAME', tool: 'variables_get', params: { frame_index: 9999 }, data: { frame_index: 9999 } },
    { type: 'BREAKPOINT_NOT_FOUND', tool: 'breakpoint_remove', params: { id: 4711 }, data: { id: 4711 } },
    {
      type: 'BREAKPOINT_UNSUPPORTED',
      tool: 'breakpoint_set',
      params: { function: 'total' },
      data: { what: 'function', capability: 'supportsFunctionBreakpoints' },
    },
    {
      type: 'INVALID_FILE',
      tool: 'breakpoint_set',
      params: { file: '/nowhere/app.js', line: 1 },
      data: { file: '/nowhere/app.js' },
    },
    { type: 'SESSION_NOT_FOUND', tool: 'threads_list', params: { session_id: 's999' }, data: { session_id: 's999' } },
    { type: 'UNSUPPORTED', tool: 'memory_read', params: { address: '0x10', count: 8 }, data: {} },
  ])('$type by $tool', async ({ type, tool, params, data }) => {
    const error = await agent.failure(tool, params)
    expect(error).toMatchObject({ code: -32000, data: { type, ...data } })
  })

  test('SESSION_AMBIGUOUS names the candidates', async () => {
    const other = await stoppedAgent('agent-2')
    const third = await host.agent('agent-3')
    const { data } = await third.failure('threads_list')
    expect(data).toMatchObject({ type: 'SESSION_AMBIGUOUS' })
    expect(data?.['candidates']).toHaveLength(2)
    await other.call('debug_disconnect', { terminate: true })
    await Promise.all([other.close(), third.close()])
  })

  test('RATE_LIMITED: more calls of one connection than it may have waiting', async () => {
    const one = await host.agent('impatient')
    const { session_id } = await agent
      .call('debug_state')
      .then((state: { _meta: { session_id: string } }) => state._meta)
    const waits = Array.from({ length: 4200 }, () =>
      one.call('wait_for_stop', { session_id, since_stop_id: 99, timeout_ms: 60_000 }).catch((error: unknown) => error),
    )
    const refused = await Promise.race(waits)
    expect(refused).toMatchObject({ error: { data: { type: 'RATE_LIMITED', limit: expect.any(Number) } } })
    await one.close()
    await Promise.all(waits)
  })
})

const pausedThread = {
  kind: 'event',
  event: 'stopped',
  body: { reason: 'pause', threadId: 1, allThreadsStopped: true },
} as const

describe('errors that no real adapter gives on demand', () => {
  const frame = { id: 1, name: 'main', line: 1, column: 1 }

  async function scripted(on: Script['on']): Promise<{ readonly call: RpcClient; readonly adapter: ScriptedProcess }> {
    const adapter = scriptedProcess({
      capabilities: { supportsTerminateRequest: true },
      on: { configurationDone: [respond(), pausedThread], ...on },
    })
    const call = await host.agent('scripted')
    const { command, args } = adapter.command
    const launched = await call.call('debug_launch', {
      program: orders,
      adapter: 'command',
      adapter_args: { dapplexCommand: [command, ...args] },
    })
    await call.call('session_select', { session_id: launched.session_id })
    await call.call('wait_for_stop')
    return { call, adapter }
  }

  test.each([
    { type: 'STACKTRACE_FAILED', tool: 'stacktrace_get', params: {}, on: { stackTrace: [fail('no stack today')] } },
    {
      type: 'VARIABLES_FAILED',
      tool: 'variables_get',
      params: {},
      on: { stackTrace: [respond({ stackFrames: [frame], totalFrames: 1 })], scopes: [fail('no scopes today')] },
    },
    {
      type: 'DISCONNECT_FAILED',
      tool: 'debug_disconnect',
      params: { terminate: true },
      on: { terminate: [fail('no end today')] },
    },
    { type: 'STEP_FAILED', tool: 'debug_step', params: { action: 'over' }, on: { next: [fail('no step today')] } },
  ])('$type', async ({ type, tool, params, on }) => {
    const { call, adapter } = await scripted(on)
    const { data } = await call.failure(tool, params)
    expect(data).toMatchObject({ type, reason: expect.stringMatching(/no (stack|scopes|end|step) today/) })
    await call.close()
    adapter.dispose()
  })
})

test('INVALID_ANSWER: an adapter that serves a request answers it in another form', async () => {
  const command = genericAdapter('command')
  const { definition } = command
  const traits = { ...definition.traits, serves: ['dapplex_threadsWaiting'] }
  const other = await testDaemon({ modules: [{ ...command, definition: { ...definition, traits } }] })
  const on = { configurationDone: [respond(), pausedThread], dapplex_threadsWaiting: [respond({ threads: 'none' })] }
  const adapter = scriptedProcess({ capabilities: {}, on })
  const call = await other.agent()
  await call.call('debug_launch', {
    program: orders,
    adapter: 'command',
    adapter_args: { dapplexCommand: [adapter.command.command, ...adapter.command.args] },
  })
  await call.call('wait_for_stop', { since_stop_id: 0 })
  const { data } = await call.failure('threads_waiting')
  expect(data).toMatchObject({
    type: 'INVALID_ANSWER',
    adapter: definition.title,
    request: 'dapplex_threadsWaiting',
    reason: expect.stringMatching(/^threads: /),
  })
  await call.close()
  await other.stop()
  adapter.dispose()
})

test('every error of the catalogue is named in a test with real processes', () => {
  const root = join(FIXTURES, '..')
  const folders = ['packages', 'adapters'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'test')),
  )
  const texts = folders.flatMap(testTexts).join('\n')
  const unraised = Object.keys(errorCatalogue).filter((type) => !new RegExp(`['"]${type}['"]`).test(texts))
  expect(unraised).toEqual([])
})

function testTexts(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => name.endsWith('.test.ts')).map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return []
  }
}
