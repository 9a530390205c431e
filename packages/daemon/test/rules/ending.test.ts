import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { commandOf, firstOf, fixture, isAlive, must } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../src/adapters/supervise/free-port.js'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { clientOf, expectValid, join, newestSession, launch, SLOW, stopAfter } from './support/sessions.js'
import { allSubjects, debugpy, needs, node } from './support/subjects.js'

let host: TestDaemon
let target: ChildProcess | undefined
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(async () => {
  await endSessions(host)
  target?.kill('SIGKILL')
  target = undefined
})

const TIMEOUT = { timeout: 240_000 }

test('mux 8, 20: a pathFormat that nobody knows gets one answer where the adapter is not known yet', async () => {
  const client = await host.dapOverTcp()
  const seq = client.post('initialize', { adapterID: 'node', pathFormat: 'nonsense' })
  expect(await client.response(seq)).toMatchObject({ success: false, message: expect.stringContaining('pathFormat') })
  await client.expectSuccess('initialize', { adapterID: 'node', pathFormat: 'path' })
  await client.expectFailure('launch', { dapplexToken: host.daemon.token, program: '/nowhere/at/all.js' })
  await client.expectSuccess('disconnect', {})
  expectValid(client)
  await client.close()
})

test('mux 11, 20: requests sent in one go with disconnect are all answered, disconnect last', TIMEOUT, async () => {
  const client = await clientOf(host, 'hasty')
  await client.expectSuccess('dapplex_hello', { adapter: 'node' })
  const program = fixture('programs/node/orders.js')
  const seqs = [
    client.post('initialize', { adapterID: 'node' }),
    client.post('launch', { program }),
    client.post('setBreakpoints', { source: { path: program }, breakpoints: [{ line: 1 }] }),
    client.post('disconnect', {}),
  ]
  for (const seq of seqs) await client.response(seq, SLOW)
  const answered = client.timeline.received((message) => message.type === 'response')
  expect(answered.at(-1)).toMatchObject({ command: 'disconnect', success: true })
  expectValid(client)
  await client.close()
})

describe.each(allSubjects)('a program that runs without debugging (noDebug)', (subject) => {
  const { adapter } = subject
  test(
    `mux 10: editors complete their dialogue, nothing stops or is told of threads, and all hear the end [${adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const { launch: program, source, body } = await subject.program('wait')
      const { client, breakpoints: own } = await launch(host, subject, {
        program: { launch: { ...program, noDebug: true, stopOnEntry: true } },
        breakpoints: { [source]: [body] },
      })
      const { client: late, breakpoints } = await join(host, await newestSession(host), {
        breakpoints: { [source]: [body] },
      })
      const unverified = { verified: false, message: expect.stringContaining('runs without debugging') }
      expect([own[source]?.[0], breakpoints[source]?.[0]]).toMatchObject([unverified, unverified])
      for (const one of [client, late]) {
        await one.waitForEvent('output', ({ body: said }) => said.output.includes('grand total'), { after: 0, ...SLOW })
        for (const command of ['threads', 'pause', 'stackTrace', 'evaluate'] as const)
          expect((await one.expectFailure(command, { threadId: 1, expression: '1' })).message).toContain(
            'runs without debugging (noDebug); launch it without noDebug',
          )
      }
      await client.expectSuccess('disconnect', { terminateDebuggee: true }, SLOW)
      await late.waitForEvent('terminated', () => true, SLOW)
      for (const one of [client, late]) {
        expectValid(one)
        for (const event of ['stopped', 'thread', 'continued'] as const) expect(one.events(event)).toEqual([])
        await one.close()
      }
    },
  )
  test(
    `mux 10: the tools say so, in the same words, and debug_disconnect ends it [${adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const { launch: program, source, body } = await subject.program('wait')
      const agent = await host.agent()
      const started = await agent.call('debug_launch', {
        program: program['program'],
        args: ['wait'],
        adapter,
        adapter_args: { noDebug: true },
        stop_at_entry: true,
        breakpoints: [{ file: source, line: body }],
        timeout_ms: 100_000,
        wait_ms: 0,
      })
      const { session_id } = started
      const says: unknown = expect.stringContaining('without debugging')
      expect(started).toMatchObject({
        state: 'running',
        message: says,
        breakpoints: [{ verified: false, message: says }],
      })
      const needless = ['threads_list', 'debug_pause', 'debug_continue', 'stacktrace_get'].map(
        (tool) => [tool, {}] as const,
      )
      for (const [tool, params] of [...needless, ['evaluate', { expression: '1' }] as const])
        expect(await agent.failure(tool, { session_id, ...params })).toMatchObject({
          message: says,
          data: { type: 'UNSUPPORTED' },
        })
      expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'running', reason: says })
      expect(await agent.call('debug_disconnect', { session_id, terminate: true })).toMatchObject({ success: true })
      expect(await agent.call('debug_state', { session_id })).toMatchObject({ state: 'exited' })
      await agent.close()
    },
  )
  test(
    `mux 10: it ends by itself, past its breakpoints, with all its output [${adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const { launch: program, source, body } = await subject.program()
      const agent = await host.agent()
      const { session_id } = await agent.call('debug_launch', {
        program: program['program'],
        adapter,
        adapter_args: { noDebug: true },
        breakpoints: [{ file: source, line: body }],
        timeout_ms: 100_000,
        wait_ms: 100_000,
      })
      expect(await agent.call('debug_state', { session_id })).toMatchObject({
        state: 'exited',
        exit_code: 0,
        stop_id: 0,
      })
      expect(JSON.stringify((await agent.call('output_get', { session_id })).output)).toContain('grand total')
      await agent.close()
    },
  )
})

test('mux 18: the others and the agents learn who pressed Stop', TIMEOUT, async () => {
  const program = await node.program('wait')
  const first = await launch(host, node, { program, name: 'VS Code' })
  const { client: second } = await join(host, first.session)
  const agent = await host.agent()
  const mark = second.mark()
  await first.client.expectSuccess('terminate', {}, SLOW)
  await second.waitForEvent('terminated', () => true, SLOW)
  const lines = second.events('output', mark).map(({ body }) => body.output)
  expect(lines).toContain('[VS Code] ends the program\n')
  expect(await agent.call('debug_state', { session_id: first.session })).toMatchObject({
    state: 'exited',
    reason: 'VS Code pressed Stop',
  })
  const { sessions } = await agent.call('sessions_list')
  expect(sessions.find(({ session_id: id }) => id === first.session)).toMatchObject({
    ended_by: { kind: 'editor', name: 'VS Code' },
  })
  await agent.close()
  await first.client.close()
  await second.close()
})

test(
  'mux 29: an attached program goes on when the agent and then the editor have left it while it stands',
  TIMEOUT,
  async (context) => {
    needs(context, debugpy)
    const port = await freePort()
    const [python] = commandOf('debugpy')
    const args = ['-m', 'debugpy', '--listen', `127.0.0.1:${port}`, fixture('programs/python/orders.py'), 'wait']
    const child = spawn(python, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    target = child
    for await (const line of createInterface(child.stdout)) if (line.includes('grand total')) break
    const agent = await host.agent()
    const { session_id: session } = await agent.call('debug_attach', { adapter: 'debugpy', host: '127.0.0.1', port })
    const { client: editor } = await join(host, session)
    const { threads } = await editor.expectSuccess('threads')
    await editor.expectSuccess('pause', { threadId: firstOf(threads).id }, SLOW)
    await stopAfter(editor)
    await agent.call('debug_disconnect', { session_id: session })
    await editor.expectSuccess('disconnect', {}, SLOW)
    await editor.close()
    const wait = { session_id: session, since_stop_id: Number.MAX_SAFE_INTEGER, timeout_ms: 60_000 }
    expect(await agent.call('wait_for_stop', wait)).toMatchObject({ stopped: false, reason: 'exited' })
    expect(isAlive(must(child.pid))).toBe(true)
    await agent.close()
  },
)
