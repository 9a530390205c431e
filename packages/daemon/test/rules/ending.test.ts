import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { commandOf, firstOf, fixture, isAlive, must } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../src/adapters/supervise/free-port.js'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { clientOf, expectValid, join, newestSession, launch, SLOW, stopAfter } from './support/sessions.js'
import { debugpy, needs, node } from './support/subjects.js'

let host: TestDaemon
let target: ChildProcess | undefined
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(async () => {
  await endSessions(host)
  target?.kill('SIGKILL')
  target = undefined
})

const TIMEOUT = { timeout: 120_000 }

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

describe.each([debugpy])('an adapter that never sends initialized without debugging', (subject) => {
  test(
    `mux 10: a client that joins completes its dialogue and hears the end [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const { launch: program, source } = await subject.program('wait')
      const client = await clientOf(host, 'first')
      await client.expectSuccess('dapplex_hello', { adapter: subject.adapter })
      await client.expectSuccess('initialize', { adapterID: subject.adapter, linesStartAt1: true })
      await client.expectSuccess('launch', { ...program, noDebug: true }, SLOW)
      const { client: late, breakpoints } = await join(host, await newestSession(host), {
        breakpoints: { [source]: [3] },
      })
      expect(breakpoints[source]?.[0]).toMatchObject({ verified: false })
      for (const command of ['threads', 'pause'] as const)
        expect((await late.expectFailure(command, { threadId: 1 })).message).toContain('without debugging')
      await client.expectSuccess('disconnect', { terminateDebuggee: true }, SLOW)
      await late.waitForEvent('terminated', () => true, SLOW)
      for (const one of [client, late]) {
        expectValid(one)
        await one.close()
      }
    },
  )
  test(`mux 10: an agent launches so too [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const { launch: program } = await subject.program('wait')
    const agent = await host.agent()
    const args = {
      program: program['program'],
      args: ['wait'],
      adapter: subject.adapter,
      adapter_args: { noDebug: true },
    }
    const started = await agent.call('debug_launch', args)
    expect(started).toMatchObject({ state: 'running', message: expect.stringContaining('without debugging') })
    await agent.call('debug_disconnect', { session_id: started.session_id, terminate: true })
    await agent.close()
  })
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
