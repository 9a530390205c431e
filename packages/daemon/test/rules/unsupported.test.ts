import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { endTogether, join, launch, localsOf, moveTogether, stopAfter } from './support/sessions.js'
import { allSubjects, needs } from './support/subjects.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

const TIMEOUT = { timeout: 240_000 }

/** Requests that some adapter does not survive: measured in `docs/rules.md`, rule 25. */
const DANGEROUS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['cancel', { requestId: 1 }],
  ['cancel', { progressId: 'none' }],
  ['loadedSources', {}],
  ['noSuchCommand', { a: 1 }],
  ['locations', { locationReference: 1 }],
  ['dataBreakpointInfo', { name: 'index' }],
  ['readMemory', { memoryReference: '0', count: 1 }],
  ['goto', { threadId: 1, targetId: 1 }],
]

describe.each(allSubjects)('requests that an adapter cannot take', (subject) => {
  test(
    `mux 12, 20, 25: each gets one answer, and everybody goes on working [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      const { threadId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      const seen = await stopAfter(second)
      const answers = await Promise.all(DANGEROUS.map(([command, args]) => second.request(command, args)))
      for (const [at, answer] of answers.entries()) {
        expect(answer.command).toBe(DANGEROUS[at]?.[0])
        if (!answer.success) expect(answer.message?.length ?? 0, answer.command).toBeGreaterThan(0)
      }
      // DAP calls cancel a hint: it is answered with success whatever comes of it.
      expect(answers.slice(0, 2).map(({ success }) => success)).toEqual([true, true])
      expect((await first.client.expectSuccess('threads')).threads.length).toBeGreaterThan(0)
      expect((await localsOf(second, seen.frameId)).length).toBeGreaterThan(0)
      const stops = await moveTogether(first.client, { command: 'next', threadId }, [second])
      expect(stops.map(({ line }) => line)).toEqual([body + 1, body + 1])
      await endTogether(first.client, [first.client, second])
    },
  )

  test(`mux 20: messages that are no DAP harm only their sender [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
    const { threadId } = await stopAfter(first.client)
    const { client: second } = await join(host, first.session)
    await stopAfter(second)
    const mark = second.mark()
    for (const [at, message] of [
      { seq: 9001, type: 'request' },
      { seq: 9002, type: 'request', command: 7 },
      { seq: 9003, type: 'event', event: 'stopped', body: {} },
      { seq: 9004, type: 'response', request_seq: 77, success: true, command: 'runInTerminal' },
      [],
      'text',
    ].entries())
      second.send(at < 2 ? message : { ...Object(message) })
    const refused = await second.timeline.waitFor('two refusals', () => {
      const found = second.timeline.received(({ type }) => type === 'response', mark)
      return found.length >= 2 ? found : undefined
    })
    for (const answer of refused) expect(answer).toMatchObject({ success: false })
    await second.expectSuccess('threads')
    // They answer requests that the test client has not counted as its own.
    second.violations.length = 0
    const stops = await moveTogether(first.client, { command: 'next', threadId }, [second])
    expect(stops[0]?.line).toBe(body + 1)
    await endTogether(first.client, [first.client])
    await second.close()
  })
})
