import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DapClient, firstOf, must, openSession, untilGone } from '@dapplex/testkit'
import { tagProcesses } from './support/tagged-processes.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'
import { endSessions } from './support/end-sessions.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
const lineOf = (mark: string) =>
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`BREAK: ${mark}`)) + 1

const { processes } = tagProcesses()
let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules: [genericAdapter('debugpy')] })))
afterAll(() => host.stop())
afterEach(async () => {
  await endSessions(host)
  await untilGone(processes)
})

const body = { file: program, line: lineOf('body') }

/** Whether a message tells the end of a session: `exited` comes earlier, while the adapter is still there. */
const isEnd = (message: { method?: string; params?: { type?: string } }) =>
  message.method === 'debug_event' && ['terminated', 'ended'].includes(message.params?.type ?? '')

describe('an agent alone, on a real Python program', () => {
  test('launch, breakpoint, threads, stack, variables, evaluate, step, continue, exit code', async () => {
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const launched = await agent.call('debug_launch', { program, args: ['3'], breakpoints: [body] })
    expect(launched).toMatchObject({
      success: true,
      session_id: expect.stringMatching(/^s\d+$/),
      pid: expect.any(Number),
    })
    const stop = await agent.call('wait_for_stop')
    expect(stop).toMatchObject({ stopped: true, reason: 'breakpoint', location: { line: body.line } })
    const { threads } = await agent.call('threads_list')
    expect(threads).toEqual([expect.objectContaining({ state: 'stopped', is_current: true })])
    const { frames } = await agent.call('stacktrace_get')
    expect(frames[0]).toMatchObject({ function: 'total', line: body.line })
    const { variables } = await agent.call('variables_get')
    expect(variables).toContainEqual(expect.objectContaining({ name: 'count', value: '3', type: 'int' }))
    expect(await agent.call('evaluate', { expression: 'count * 14' })).toMatchObject({ result: '42' })
    expect(await agent.call('debug_step', { action: 'over' })).toMatchObject({ location: { line: body.line + 1 } })
    for (const { id } of (await agent.call('breakpoint_list')).breakpoints)
      await agent.call('breakpoint_remove', { id })
    await agent.call('debug_continue')
    expect(await agent.call('wait_for_stop', { since_stop_id: 99 })).toMatchObject({ stopped: false, reason: 'exited' })
    await agent.next(isEnd)
    expect(await agent.call('debug_state')).toMatchObject({ state: 'exited', exit_code: 3 })
    expect((await agent.call('output_get')).output).toBeDefined()
    await agent.close()
  })

  test('breakpoints set with no session are applied to the next one under the same ids', async () => {
    const agent = await host.agent()
    const set = await agent.call('breakpoint_set', body)
    await agent.call('debug_launch', { program })
    expect(await agent.call('wait_for_stop')).toMatchObject({ stopped: true, breakpoint_ids: [set.id] })
    const { id } = await agent.call('breakpoint_set', { file: program, line: lineOf('loop') })
    expect(id).toBeGreaterThan(set.id)
    expect(await agent.call('breakpoint_list')).toMatchObject({ breakpoints: [{ id: set.id }, { id }] })
    await agent.call('breakpoint_remove', { id: set.id })
    await agent.call('debug_disconnect', { terminate: true })
    expect((await agent.call('breakpoint_list')).breakpoints).not.toContainEqual(
      expect.objectContaining({ id: set.id }),
    )
    await agent.close()
  })

  test('stop_at_entry: debug_launch answers when the program has stopped', async () => {
    const agent = await host.agent()
    const launched = await agent.call('debug_launch', { program, stop_at_entry: true })
    expect(launched).toMatchObject({ success: true, state: 'stopped' })
    await agent.call('debug_disconnect', { terminate: true })
    await agent.close()
  })

  test('mux 13: a program in a terminal of the daemon: each line of its output once, and its input', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapplex-terminal-'))
    const asks = join(folder, 'asks.py')
    writeFileSync(asks, 'print("name?", flush=True)\nprint("hello " + input(), flush=True)\n')
    const agent = await host.agent()
    await agent.call('events_subscribe')
    const launched = await agent.call('debug_launch', {
      program: asks,
      adapter_args: { console: 'integratedTerminal' },
      wait_ms: 0,
    })
    expect(launched).toMatchObject({ success: true })
    const says = (text: string) => (message: { params?: unknown }) =>
      JSON.stringify(message.params ?? '').includes(text)
    await agent.next(says('name?'))
    await agent.call('input_send', { text: 'ada\n' })
    await agent.next(says('hello ada'))
    await agent.next(isEnd)
    const { output } = await agent.call('output_get', { session_id: launched.session_id })
    const lines = output
      .map(({ text }) => text)
      .join('')
      .split(/\r?\n/)
    const own = lines.filter((line) => ['name?', 'hello ada'].includes(line))
    expect(own, JSON.stringify(output)).toEqual(['name?', 'hello ada'])
    await agent.close()
    rmSync(folder, { recursive: true })
  })

  test('a named configuration of the workspace', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapplex-workspace-'))
    mkdirSync(join(folder, '.vscode'))
    writeFileSync(join(folder, 'app.py'), 'import os, sys\nsys.exit(int(os.environ["CODE"]))\n')
    writeFileSync(
      join(folder, '.vscode', 'launch.json'),
      '{ "configurations": [ // comments\n { "name": "App", "type": "python", "request": "launch", "program": "${workspaceFolder}/app.py", "env": { "CODE": "7" }, }, ] }',
    )
    const agent = await host.agent()
    await agent.call('events_subscribe')
    await agent.call('debug_launch', { configuration: 'App', cwd: folder })
    await agent.next(isEnd)
    expect(await agent.call('debug_state')).toMatchObject({ state: 'exited', exit_code: 7 })
    expect(await agent.failure('debug_launch', { configuration: 'Ap', cwd: folder })).toMatchObject({
      code: -32602,
      data: { type: 'INVALID_PARAMETER', field: 'configuration', nearest: 'App' },
    })
    await agent.close()
    rmSync(folder, { recursive: true })
  })
})

describe('failures', () => {
  test.each([
    ['debug_launch', { program: '/nowhere/app.py' }, 'INVALID_PATH'],
    ['debug_launch', { program, adapter: 'debugy' }, 'ADAPTER_NOT_FOUND'],
    ['debug_launch', { program: process.execPath }, 'ADAPTER_NOT_FOUND'],
    ['stacktrace_get', { session_id: 's999' }, 'SESSION_NOT_FOUND'],
    ['inspect_object', { id: 999 }, 'OBJECT_NOT_FOUND'],
  ])('%s %j: %s', async (method, params, type) => {
    const agent = await host.agent()
    expect(await agent.failure(method, params)).toMatchObject({ code: -32000, data: { type } })
    await agent.close()
  })

  test('no session: NO_SESSION; a running program: NOT_PAUSED', async () => {
    const fresh = await testDaemon({ modules: [genericAdapter('debugpy')] })
    const agent = await fresh.agent()
    expect(await agent.failure('stacktrace_get')).toMatchObject({ code: -32000, data: { type: 'NO_SESSION' } })
    await agent.call('debug_launch', { program, args: ['wait'], wait_ms: 0 })
    expect(await agent.failure('stacktrace_get')).toMatchObject({
      code: -32000,
      data: { type: 'NOT_PAUSED', current_state: 'running' },
    })
    await agent.close()
    await fresh.stop()
  })
})

describe('JSON-RPC', () => {
  test('batches, notifications, ids of any type, parse errors', async () => {
    const agent = await host.agent()
    agent.sendText('{"jsonrpc": "2.0", "method"')
    expect(await agent.next()).toMatchObject({ id: null, error: { code: -32700 } })
    agent.send([])
    expect(await agent.next()).toMatchObject({ id: null, error: { code: -32600 } })
    agent.send([
      { jsonrpc: '2.0', id: 'a', method: 'sessions_list' },
      { jsonrpc: '2.0', method: 'sessions_list' },
      { jsonrpc: '2.0', id: 1.5, method: 'no_such_method' },
      { jsonrpc: '2.0', id: null, method: 'sessions_list', params: {} },
      7,
      { jsonrpc: '2.0', id: {}, method: 'sessions_list' },
      { jsonrpc: '2.0', id: 0, method: 'sessions_list', params: [1] },
    ])
    expect(await agent.next()).toEqual([
      { jsonrpc: '2.0', id: 'a', result: expect.anything() },
      { jsonrpc: '2.0', id: 1.5, error: expect.objectContaining({ code: -32601 }) },
      { jsonrpc: '2.0', id: null, result: expect.anything() },
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: '2.0', id: 0, error: expect.objectContaining({ code: -32602 }) },
    ])
    agent.send([{ jsonrpc: '2.0', method: 'sessions_list' }])
    agent.send({ jsonrpc: '2.0', id: 'last', method: 'sessions_list' })
    expect(await agent.next()).toMatchObject({ id: 'last' })
    await agent.close()
  })

  test('a call that waits can be cancelled', async () => {
    const agent = await host.agent()
    await agent.call('debug_launch', { program, args: ['wait'], wait_ms: 0 })
    agent.send({ jsonrpc: '2.0', id: 'w', method: 'wait_for_stop', params: { timeout_ms: 60_000 } })
    agent.send({ jsonrpc: '2.0', method: '$/cancel', params: { id: 'w' } })
    expect(await agent.next((message) => message.id === 'w')).toMatchObject({ error: { data: { type: 'CANCELLED' } } })
    await agent.call('debug_disconnect', { terminate: true })
    await agent.close()
  })
})

describe('an editor and an agent in one session', () => {
  /** The session of the agent, joined by an editor. */
  async function together(): Promise<{
    agent: Awaited<ReturnType<TestDaemon['agent']>>
    editor: DapClient
    session: string
  }> {
    const agent = await host.agent()
    const { session_id: session } = await agent.call('debug_launch', { program, breakpoints: [body] })
    await agent.call('wait_for_stop')
    const editor = await host.dapOverTcp('editor')
    const { started } = await openSession(editor, {
      request: 'attach',
      arguments: {
        type: 'python',
        request: 'attach',
        name: 'join',
        dapplexSession: session,
        dapplexToken: host.daemon.token,
      },
      breakpoints: { [program]: [lineOf('loop')] },
    })
    expect(await started).toMatchObject({ success: true })
    await editor.waitForEvent('stopped')
    return { agent, editor, session }
  }

  test('both see the other’s moves, and breakpoints of one survive the other’s setBreakpoints', async () => {
    const { agent, editor, session } = await together()
    const { stop_id } = await agent.call('debug_state')
    const mark = editor.mark()
    await agent.call('debug_step', { action: 'over' })
    await editor.waitForEvent('continued', () => true, { after: mark })
    await editor.waitForEvent('stopped', ({ body: { reason } }) => reason === 'step', { after: mark })
    const moved = agent.call('wait_for_stop', { since_stop_id: stop_id + 1 })
    const {
      body: { threadId },
    } = await editor.waitForEvent('stopped')
    await editor.expectSuccess('stackTrace', { threadId: must(threadId) })
    await editor.expectSuccess('next', { threadId: must(threadId) })
    expect(await moved).toMatchObject({ stopped: true, reason: 'step' })
    await editor.expectSuccess('setBreakpoints', { source: { path: program }, breakpoints: [] })
    expect((await agent.call('breakpoint_list')).breakpoints).toEqual([expect.objectContaining({ line: body.line })])
    const { clients } = await agent.call('clients_list')
    expect(clients.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agent', 'editor']))
    await agent.call('debug_disconnect', { session_id: session, terminate: true })
    await editor.waitForEvent('terminated')
    expect(editor.events('terminated')).toHaveLength(1)
    expect(editor.violations).toEqual([])
    await Promise.all([agent.close(), editor.close()])
  })

  test('200 interleaved requests of both: every answer to its asker', async () => {
    const { agent, editor, session } = await together()
    const {
      body: { threadId },
    } = await editor.waitForEvent('stopped')
    const frameId = firstOf((await editor.expectSuccess('stackTrace', { threadId: must(threadId) })).stackFrames).id
    const ofEditor = async (i: number) => {
      const { result } = await editor.expectSuccess('evaluate', {
        expression: `1000 + ${i}`,
        frameId,
        context: 'watch',
      })
      expect(result).toBe(String(1000 + i))
    }
    const ofAgent = async (i: number) => {
      expect(await agent.call('evaluate', { expression: `2000 + ${i}` })).toMatchObject({ result: String(2000 + i) })
    }
    await Promise.all(Array.from({ length: 100 }, (_, i) => [ofEditor(i), ofAgent(i)]).flat())
    expect(editor.violations).toEqual([])
    await agent.call('debug_disconnect', { session_id: session, terminate: true })
    await Promise.all([agent.close(), editor.close()])
  })

  test('mux 15: the adapter is killed in the middle of a request', async () => {
    const { agent, editor, session } = await together()
    await agent.call('events_subscribe', { session_id: session })
    const adapter = must(processes().find(({ command }) => command.includes('-m debugpy.adapter')))
    const slow = '__import__("time").sleep(600)'
    const ofAgent = agent.failure('evaluate', { expression: slow })
    const {
      body: { threadId },
    } = await editor.waitForEvent('stopped')
    const frameId = firstOf((await editor.expectSuccess('stackTrace', { threadId: must(threadId) })).stackFrames).id
    const ofEditor = editor.request('evaluate', { expression: slow, frameId, context: 'repl' })
    const { stop_id: since } = await agent.call('debug_state', { session_id: session })
    const waiting = agent.failure('wait_for_stop', { session_id: session, since_stop_id: since })
    await editor.expectSuccess('threads')
    process.kill(adapter.pid, 'SIGKILL')
    // Answered because the adapter ended, not because the time for a request ran out.
    const answer = await ofEditor
    expect(answer.success).toBe(false)
    expect(JSON.stringify(answer)).not.toContain('TIMEOUT')
    expect((await ofAgent).data?.['type']).not.toBe('TIMEOUT')
    expect((await waiting).data).toMatchObject({ type: 'ADAPTER_CRASHED', reason: expect.stringContaining('SIGKILL') })
    await editor.waitForEvent('terminated')
    await agent.next(isEnd)
    await untilGone(processes)
    expect(editor.events('terminated')).toHaveLength(1)
    expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'exited' })
    await agent.call('debug_launch', { program, stop_at_entry: true })
    expect(agent.received.filter((message) => isEnd(message as never))).toEqual([])
    await agent.call('debug_disconnect', { terminate: true })
    await Promise.all([agent.close(), editor.close()])
  })
})
