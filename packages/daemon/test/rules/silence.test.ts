import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { until } from '../support/until.js'
import { expectValid, join, launch, stopAfter } from './support/sessions.js'
import { debugpy, needs, node, type Subject } from './support/subjects.js'

const { processes } = tagProcesses()
let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(async () => {
  await endSessions(host)
  await until('no process of a session is left', () => (processes().length === 0 ? true : undefined))
})

const TIMEOUT = { timeout: 120_000 }

/** An evaluation that never ends, in the language of the program. */
const endless: readonly { subject: Subject; expression: string }[] = [
  { subject: node, expression: '(() => { for (;;) ; })()' },
  { subject: debugpy, expression: '[0 for _ in iter(int, 1)]' },
]

describe.each(endless)('an evaluation that never ends', ({ subject, expression }) => {
  test(
    `mux 26: its caller gets a time-out, the session can still be ended [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      await stopAfter(second)
      const agent = await host.agent()
      const refused = await agent.failure('evaluate', { session_id: first.session, expression, timeout_ms: 500 })
      expect(['TIMEOUT', 'EVAL_FAILED']).toContain(refused.data?.['type'])
      // Whatever the adapter is busy with: what dapplex knows is still told, and the program can be ended.
      expect(await agent.call('debug_state', { session_id: first.session })).toMatchObject({ state: 'stopped' })
      expect((await agent.call('clients_list', { session_id: first.session })).clients.length).toBeGreaterThan(1)
      // Others can still read, and whatever an adapter does with a pause, its sender is not left waiting for the program's end.
      expect((await second.expectSuccess('threads')).threads.length).toBeGreaterThan(0)
      second.post('pause', { threadId: 1 })
      await agent.call('debug_disconnect', { session_id: first.session, terminate: true })
      await Promise.all([first.client, second].map((client) => client.waitForEvent('terminated')))
      await agent.close()
      for (const client of [first.client, second]) {
        expectValid(client)
        await client.close()
      }
    },
  )
})

describe.each([node, debugpy])('an adapter that does nothing any more', (subject) => {
  test(
    `mux 26: is noticed, said to all, and can still be terminated [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      await stopAfter(second)
      const agent = await host.agent()
      await agent.call('events_subscribe', { session_id: first.session })
      const pattern = subject === debugpy ? /-m debugpy\.adapter/ : /adapters\/node\/dist\/main\.js/
      const adapters = processes().filter(({ command }) => pattern.test(command))
      expect(adapters.length).toBeGreaterThan(0)
      for (const { pid } of adapters) process.kill(pid, 'SIGSTOP')
      const answer = await first.client.request('threads', undefined, { timeoutMs: 45_000 })
      expect(answer).toMatchObject({
        success: false,
        body: { error: { variables: { type: 'TIMEOUT', command: 'threads' } } },
      })
      const isSaid = ({ body: { output } }: { body: { output: string } }) => output.includes('has answered nothing for')
      await Promise.all([first.client, second].map((client) => client.waitForEvent('output', isSaid)))
      await agent.next((message: { params?: { type?: string } }) => message.params?.type === 'unresponsive')
      const asked = performance.now()
      await first.client.expectSuccess('disconnect', { terminateDebuggee: true })
      await second.waitForEvent('terminated')
      expect(performance.now() - asked).toBeLessThan(5000)
      await until('everything has gone', () => (processes().length === 0 ? true : undefined))
      await agent.close()
      for (const client of [first.client, second]) {
        expectValid(client)
        await client.close()
      }
    },
  )
})
