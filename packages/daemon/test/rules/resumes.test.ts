import { must, firstOf } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { endTogether, join, launch, moveTogether, setLines, SLOW, stopAfter, topFrame } from './support/sessions.js'
import { allSubjects, debugpy, needs, node } from './support/subjects.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

const TIMEOUT = { timeout: 240_000 }

describe.each(allSubjects)('who moves the program', (subject) => {
  test(`mux 17: two next from two clients at one stop are one step [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
    const { threadId } = await stopAfter(first.client)
    const { client: second } = await join(host, first.session)
    await stopAfter(second)
    const mark = second.mark()
    const answers = await Promise.all([
      first.client.request('next', { threadId }, SLOW),
      second.request('next', { threadId }, SLOW),
    ])
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
    const refused = must(answers.find(({ success }) => !success))
    expect(refused.body).toMatchObject({ error: { variables: { type: 'STOP_CHANGED' } } })
    expect(refused.message).toMatch(/first|second/)
    const stop = await stopAfter(second, mark)
    expect(stop.line).toBe(body + 1)
    // One step is all there was: what is asked afterwards is answered at the same place.
    await first.client.expectSuccess('threads')
    expect(second.events('stopped', mark)).toHaveLength(1)
    await endTogether(first.client, [first.client, second])
  })

  test(`mux 5, 17: a pause of what stands changes nothing [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
    const { threadId, frameId } = await stopAfter(first.client)
    const { client: second } = await join(host, first.session)
    await stopAfter(second)
    const mark = second.mark()
    await first.client.request('pause', { threadId }, SLOW)
    await first.client.request('pause', { threadId }, SLOW)
    expect((await topFrame(first.client, threadId)).line).toBe(body)
    expect((await first.client.expectSuccess('scopes', { frameId })).scopes.length).toBeGreaterThan(0)
    const agent = await host.agent()
    expect(await agent.call('debug_state', { session_id: first.session })).toMatchObject({ stop_id: 1 })
    expect(second.events('stopped', mark)).toEqual([])
    await agent.close()
    const [stop] = await moveTogether(first.client, { command: 'continue', threadId }, [second])
    expect(stop).toMatchObject({ line: body, body: { reason: 'breakpoint' } })
    await endTogether(first.client, [first.client, second])
  })

  test(`mux 6: each resume is one continued for every other client [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body, loop } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
    const { threadId } = await stopAfter(first.client)
    const { client: second } = await join(host, first.session)
    await stopAfter(second)
    const { client: third } = await join(host, first.session, { name: 'third' })
    await stopAfter(third)
    await setLines(second, source, [loop])
    const others = [second, third]
    for (const command of ['next', 'continue', 'continue', 'next'] as const) {
      const marks = others.map((client) => client.mark())
      await moveTogether(first.client, { command, threadId }, others)
      for (const [at, client] of others.entries()) {
        const told = client.events('continued', marks[at])
        expect(told.map(({ body: { allThreadsContinued } }) => typeof allThreadsContinued)).toEqual(['boolean'])
      }
    }
    // What comes after the last stop, if it comes: an answer that was asked for later is there, a late `continued` is not.
    for (const client of others) {
      await client.expectSuccess('threads')
      const names = client.timeline
        .received(({ type }) => type === 'event')
        .map((message) => ('event' in message ? message.event : ''))
        .filter((name) => name === 'continued' || name === 'stopped')
      expect(names.slice(1)).toEqual(Array.from({ length: 4 }, () => ['continued', 'stopped']).flat())
    }
    await endTogether(first.client, [first.client, second, third])
  })
})

describe.each([node, debugpy])('what others have done', (subject) => {
  test(
    `mux 18: who moved, and who is here, for editors and for the tools [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] }, name: 'ada' })
      const { threadId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session, { name: 'bob' })
      await stopAfter(second)
      const agent = await host.agent('agent-7')
      await agent.call('events_subscribe', { session_id: first.session })
      await moveTogether(first.client, { command: 'next', threadId }, [second])
      const isAbout = (type: string) => (message: { params?: { type?: string } }) => message.params?.type === type
      expect(await agent.next(isAbout('continued'))).toMatchObject({ params: { by: { name: 'ada' } } })
      expect(await agent.next(isAbout('stopped'))).toMatchObject({ params: { by: { name: 'ada' } } })
      expect(await agent.call('debug_state', { session_id: first.session })).toMatchObject({ state: 'stopped' })
      const lines = second.events('output').map(({ body: { output } }) => output)
      expect(lines).toContainEqual(expect.stringContaining('[ada] stepped over'))
      const { clients } = await agent.call('clients_list', { session_id: first.session })
      expect(clients.map(({ name }) => name)).toEqual(expect.arrayContaining(['ada', 'bob']))
      await agent.close()
      await endTogether(first.client, [first.client, second])
    },
  )

  test(
    `mux 28: what one has written the others are told to read again [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      const { frameId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      const seen = await stopAfter(second)
      const { scopes } = await first.client.expectSuccess('scopes', { frameId })
      const mark = second.mark()
      const reference = firstOf(scopes).variablesReference
      await first.client.expectSuccess('setVariable', { variablesReference: reference, name: 'discount', value: '2' })
      const { body: told } = await second.waitForEvent('invalidated', () => true, { after: mark })
      expect(told.areas).toEqual(['variables'])
      const expression = { expression: 'discount', frameId: seen.frameId, context: 'watch' }
      expect((await second.expectSuccess('evaluate', expression)).result).toBe('2')
      expect(first.client.events('invalidated')).toEqual([])
      // An evaluation that an editor makes by itself has written nothing.
      const mine = first.client.mark()
      await second.expectSuccess('evaluate', { ...expression, context: 'hover' })
      await second.expectSuccess('evaluate', { ...expression, context: 'repl' })
      await first.client.waitForEvent('invalidated', () => true, { after: mine })
      expect(first.client.events('invalidated', mine)).toHaveLength(1)
      await endTogether(first.client, [first.client, second])
    },
  )

  test(
    `mux 5: an id of an earlier stop is refused in words, never answered with something else [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      const { threadId, frameId } = await stopAfter(first.client)
      const { scopes } = await first.client.expectSuccess('scopes', { frameId })
      const { client: second } = await join(host, first.session)
      await stopAfter(second)
      const [now] = await moveTogether(second, { command: 'next', threadId }, [first.client])
      for (const [command, args] of [
        ['scopes', { frameId }],
        ['variables', { variablesReference: firstOf(scopes).variablesReference }],
        ['evaluate', { expression: 'index', frameId, context: 'watch' }],
      ] as const) {
        const refused = await first.client.expectFailure(command, args)
        expect(refused.body).toMatchObject({ error: { variables: { type: 'STALE_REFERENCE' } } })
      }
      expect(
        (await first.client.expectSuccess('scopes', { frameId: must(now).frameId })).scopes.length,
      ).toBeGreaterThan(0)
      await endTogether(first.client, [first.client, second])
    },
  )
})
