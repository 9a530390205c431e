import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { firstOf, markerLine, untilGone } from '@dapplex/testkit'
import { endSessions } from '../support/end-sessions.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { endTogether, expectValid, join, launch, setLines, SLOW, stopAfter } from './support/sessions.js'
import { debugpy, needs, netcoredbg, node, swank, type Subject } from './support/subjects.js'

/** How long an adapter may be silent in these tests. */
const REQUEST_MS = 3000

const { processes } = tagProcesses()
const workspace = mkdtempSync(joinPath(tmpdir(), 'dapplex-silence-'))
let host: TestDaemon
beforeAll(async () => {
  writeFileSync(joinPath(workspace, 'dapplex.jsonc'), JSON.stringify({ sessions: { request_timeout_ms: REQUEST_MS } }))
  host = await testDaemon()
})
afterAll(async () => {
  await host.stop()
  rmSync(workspace, { recursive: true })
})
afterEach(async () => {
  await endSessions(host)
  await untilGone(processes)
})

interface Endless {
  readonly subject: Subject
  /** An evaluation that never ends, in the language of the program. */
  readonly expression: string
  /** What makes the adapter give it up, where it needs telling. */
  readonly launch?: Readonly<Record<string, unknown>>
}
const endless: readonly Endless[] = [
  { subject: node, expression: '(() => { for (;;) ; })()', launch: { evaluateTimeout: 1000 } },
  { subject: debugpy, expression: '[0 for _ in iter(int, 1)]' },
  { subject: swank, expression: '(loop)' },
  {
    subject: netcoredbg,
    expression:
      'Enumerable.Range(0, int.MaxValue).Sum(one => Enumerable.Range(0, int.MaxValue).Count(other => other > one))',
  },
]

describe.each(endless)('an evaluation that never ends', ({ subject, expression, launch: own = {} }) => {
  test(
    `mux 26: its caller gets a time-out, others read, the program goes on, is paused and ended [${subject.adapter}]`,
    { timeout: 240_000 },
    async (context) => {
      needs(context, subject)
      const program = await subject.program('wait')
      const { source, body } = program
      const first = await launch(host, subject, {
        program,
        arguments: { ...own },
        breakpoints: { [source]: [body] },
      })
      const { threadId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      await stopAfter(second)
      const agent = await host.agent()
      const refused = await agent.failure('evaluate', { session_id: first.session, expression, timeout_ms: 500 })
      expect(['TIMEOUT', 'EVAL_FAILED']).toContain(refused.data?.['type'])
      // Whatever the adapter is busy with: what dapplex knows is still told, and others can read.
      expect(await agent.call('debug_state', { session_id: first.session })).toMatchObject({ state: 'stopped' })
      expect((await agent.call('clients_list', { session_id: first.session })).clients.length).toBeGreaterThan(1)
      expect((await second.expectSuccess('threads')).threads.length).toBeGreaterThan(0)
      // Once the adapter has given the evaluation up, the program goes on as if nothing had been.
      await setLines(second, source, [])
      await setLines(first.client, source, [])
      const gone = second.mark()
      await second.expectSuccess('continue', { threadId }, SLOW)
      await second.waitForEvent('output', ({ body: { output } }) => /grand total/.test(output), {
        after: gone,
        ...SLOW,
      })
      const [running, told] = [second.mark(), first.client.mark()]
      await second.expectSuccess('pause', { threadId }, SLOW)
      expect((await stopAfter(second, running)).body.reason).toBe('pause')
      await first.client.waitForEvent('stopped', () => true, { after: told, ...SLOW })
      await agent.close()
      await endTogether(first.client, [first.client, second])
    },
  )
})

describe('an evaluation that never ends, and that its sender cancels', () => {
  test('mux 12, 26: it is answered as cancelled and ends, so that others can evaluate, whoever waits [debugpy]', async (context) => {
    needs(context, debugpy)
    const program = await debugpy.program('wait')
    const { source, body } = program
    const { client, session } = await launch(host, debugpy, { program, breakpoints: { [source]: [body] } })
    const { frameId } = await stopAfter(client)
    const agent = await host.agent()
    for (const expression of ['[0 for _ in iter(int, 1)]', "__import__('time').sleep(1e6)"])
      for (const kind of ['repl', 'watch']) {
        const endless = client.post('evaluate', { expression, frameId, context: kind })
        await client.expectSuccess('cancel', { requestId: endless })
        expect(await client.response(endless), `${expression} ${kind}`).toMatchObject({ message: 'cancelled' })
        expect(
          await client.expectSuccess('evaluate', { expression: '6 * 7', frameId, context: kind }, SLOW),
        ).toMatchObject({
          result: '42',
        })
      }
    expect(await agent.call('evaluate', { session_id: session, expression: '6 * 7' })).toMatchObject({ result: '42' })
    await agent.close()
    await endTogether(client, [client])
  })
  test('mux 26: while it goes on, who waits in vain is told whose it is [debugpy]', async (context) => {
    needs(context, debugpy)
    const program = await debugpy.program('wait')
    const { source, body } = program
    const { client, session } = await launch(host, debugpy, { program, breakpoints: { [source]: [body] } })
    const { frameId } = await stopAfter(client)
    const agent = await host.agent()
    const endless = client.post('evaluate', { expression: '[1 for _ in iter(int, 1)]', frameId, context: 'repl' })
    await client.expectSuccess('threads')
    const params = { session_id: session, expression: '6 * 7', timeout_ms: 500 }
    const { data } = await agent.failure('evaluate', params)
    expect(data).toMatchObject({ type: 'EVAL_FAILED', kind: 'timeout' })
    expect(data?.['reason']).toMatch(/"\[1 for _ in iter\(int, 1\)\]", which .+ evaluates, has not ended yet/)
    await client.expectSuccess('cancel', { requestId: endless })
    await agent.close()
    await endTogether(client, [client])
  })
})

describe('an evaluation that never ends, and that nobody cancels', () => {
  test('mux 26: others read, a pause is not left waiting, the session can be ended [debugpy]', async (context) => {
    needs(context, debugpy)
    const program = await debugpy.program('wait')
    const { source, body } = program
    const { client, session } = await launch(host, debugpy, { program, breakpoints: { [source]: [body] } })
    const { threadId } = await stopAfter(client)
    const { client: second } = await join(host, session)
    await stopAfter(second)
    client.post('evaluate', { expression: '[0 for _ in iter(int, 1)]', context: 'repl' })
    expect((await second.expectSuccess('threads')).threads.length).toBeGreaterThan(0)
    expect((await second.expectSuccess('stackTrace', { threadId })).stackFrames.length).toBeGreaterThan(0)
    await second.request('pause', { threadId })
    await endTogether(client, [client, second])
  })
})

describe('a move while the program runs, in an adapter that it would silence', () => {
  test('mux 17, 26: an editor alone is refused, and is told the next stop, where it stands [debugpy]', async (context) => {
    needs(context, debugpy)
    const program = await debugpy.program('wait')
    const { client } = await launch(host, debugpy, { program })
    await client.waitForEvent('output', ({ body: { output } }) => /grand total/.test(output), SLOW)
    const { threads } = await client.expectSuccess('threads')
    for (const command of ['continue', 'next'])
      expect(await client.request(command, { threadId: firstOf(threads).id })).toMatchObject({
        success: false,
        body: { error: { variables: { type: 'NOT_PAUSED' } } },
      })
    const line = markerLine(program.source, 'BREAK: wait')
    await setLines(client, program.source, [line])
    const stop = await stopAfter(client)
    expect(stop).toMatchObject({ line, body: { reason: 'breakpoint' } })
    // A step that had waited in the program would move it on.
    await client.expectSuccess('threads')
    expect(client.events('continued')).toEqual([])
    await endTogether(client, [client])
  })
})

describe.each([node, debugpy])('an adapter that hangs', (subject) => {
  test(
    `mux 26: is noticed, said to all, and can still be terminated [${subject.adapter}]`,
    { timeout: 240_000 },
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, {
        program,
        workspace,
        breakpoints: { [source]: [body] },
      })
      const { frameId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      await stopAfter(second)
      const agent = await host.agent()
      await agent.call('events_subscribe', { session_id: first.session })
      const pattern = subject === debugpy ? /-m debugpy\.adapter/ : /adapters\/node\/dist\/main\.js/
      const adapters = processes().filter(({ command }) => pattern.test(command))
      expect(adapters.length).toBeGreaterThan(0)
      for (const { pid } of adapters) process.kill(pid, 'SIGSTOP')
      await first.client.expectSuccess('threads', undefined, { timeoutMs: 10 * REQUEST_MS })
      const answer = await first.client.request('scopes', { frameId }, { timeoutMs: 10 * REQUEST_MS })
      expect(answer).toMatchObject({
        success: false,
        body: { error: { variables: { type: 'TIMEOUT', command: 'scopes' } } },
      })
      const isSaid = ({ body: { output } }: { body: { output: string } }) => output.includes('has answered nothing for')
      await Promise.all([first.client, second].map((client) => client.waitForEvent('output', isSaid)))
      await agent.next((message: { params?: { type?: string } }) => message.params?.type === 'unresponsive')
      await first.client.expectSuccess('disconnect', { terminateDebuggee: true })
      await second.waitForEvent('terminated')
      await untilGone(processes)
      await agent.close()
      for (const client of [first.client, second]) {
        expectValid(client)
        await client.close()
      }
    },
  )
})
