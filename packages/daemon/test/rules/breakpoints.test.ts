import { readFileSync } from 'node:fs'
import { lastOf } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { endTogether, expectValid, join, launch, moveTogether, setLines, SLOW, stopAfter } from './support/sessions.js'
import { allSubjects, debugpy, delve, needs, node } from './support/subjects.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

/** Where the first statement of a line begins. */
const columnOf = (source: string, line: number): number =>
  (readFileSync(source, 'utf8').split('\n')[line - 1]?.search(/\S/) ?? 0) + 1

const TIMEOUT = { timeout: 240_000 }

describe.each(allSubjects)('breakpoints of two clients in one file', (subject) => {
  test(
    `mux 1, 4: 50 alternating setBreakpoints, both sets are hit, plain and inline [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body, loop } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [loop] } })
      const start = await stopAfter(first.client)
      const { client: second } = await join(host, first.session)
      await stopAfter(second)
      const own: Record<'first' | 'second', number[]> = { first: [], second: [] }
      for (let round = 0; round < 25; round += 1) {
        const specs = round % 2 === 0 ? [body, body + 1] : [body + 1, body]
        const ofFirst = await setLines(first.client, source, specs)
        const ofSecond = await setLines(second, source, [loop])
        expect(ofFirst.map(({ line }) => line)).toEqual(specs)
        expect(ofSecond.map(({ line }) => line)).toEqual([loop])
        own.first.push(...ofFirst.map(({ id }) => id ?? -1))
        own.second.push(...ofSecond.map(({ id }) => id ?? -1))
      }
      expect(own.first.filter((id) => own.second.includes(id))).toEqual([])
      // The first statement of the line: the same place as the plain breakpoint's.
      const inline = { line: body, column: columnOf(source, body) }
      const ofBody = (await setLines(first.client, source, [body, inline])).map(({ id }) => id)
      await setLines(second, source, [loop])
      const [atBody, atBodyToo] = await moveTogether(first.client, { command: 'continue', threadId: start.threadId }, [
        second,
      ])
      expect(atBody).toMatchObject({ line: body })
      expect(atBody?.body.hitBreakpointIds?.toSorted((a, b) => a - b)).toEqual(ofBody)
      expect(atBodyToo?.body).not.toHaveProperty('hitBreakpointIds')
      const [atLoop, atLoopToo] = await moveTogether(second, { command: 'continue', threadId: start.threadId }, [
        first.client,
      ])
      expect(atLoop).toMatchObject({ line: loop })
      expect(own.second).toEqual(expect.arrayContaining(atLoop?.body.hitBreakpointIds ?? [-1]))
      expect(atLoopToo?.body).not.toHaveProperty('hitBreakpointIds')
      await endTogether(first.client, [first.client, second])
    },
  )

  test(`mux 1, 4: one line, two conditions: each finds its own [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body, loop } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [loop] } })
    const { threadId } = await stopAfter(first.client)
    const { client: second } = await join(host, first.session)
    await stopAfter(second)
    const [mine] = await setLines(first.client, source, [{ line: body, condition: subject.isIndex(1) }])
    const [yours] = await setLines(second, source, [{ line: body, condition: subject.isIndex(3) }])
    const index = async (frameId: number) =>
      (await first.client.expectSuccess('evaluate', { expression: 'index', frameId, context: 'watch' })).result
    const [one, oneToo] = await moveTogether(first.client, { command: 'continue', threadId }, [second])
    expect([one?.line, await index(one?.frameId ?? 0)]).toEqual([body, '1'])
    expect([one?.body.hitBreakpointIds, oneToo?.body.hitBreakpointIds]).toEqual([[mine?.id], undefined])
    const [three, threeToo] = await moveTogether(first.client, { command: 'continue', threadId }, [second])
    expect([three?.line, await index(three?.frameId ?? 0)]).toEqual([body, '3'])
    expect([three?.body.hitBreakpointIds, threeToo?.body.hitBreakpointIds]).toEqual([undefined, [yours?.id]])
    await endTogether(first.client, [first.client, second])
  })

  test(`mux 1: a condition that is no expression hurts nobody else [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body, loop } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [loop] } })
    const { threadId } = await stopAfter(first.client)
    const { client: second } = await join(host, first.session)
    await stopAfter(second)
    const [mine] = await setLines(first.client, source, [{ line: body, condition: subject.isIndex(2) }])
    await setLines(second, source, [{ line: body, condition: subject.broken }])
    for (let moves = 0; moves < 4; moves += 1) {
      const [stop] = await moveTogether(first.client, { command: 'continue', threadId }, [second])
      expect(stop).toMatchObject({ line: body })
      if (!stop?.body.hitBreakpointIds?.includes(mine?.id ?? -1)) continue
      const { frameId } = stop
      const { result } = await first.client.expectSuccess('evaluate', {
        expression: 'index',
        frameId,
        context: 'watch',
      })
      expect(result).toBe('2')
      await endTogether(first.client, [first.client, second])
      return
    }
    throw new Error('the breakpoint with a good condition was never hit')
  })
})

describe.each(allSubjects)('log points and hit counts of one client alone', (subject) => {
  test(`mux 1, 9: they work, whether the adapter can or not [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body, loop } = program
    const { client, session, capabilities } = await launch(host, subject, {
      program,
      breakpoints: { [source]: [loop] },
    })
    expect(capabilities).toMatchObject({ supportsLogPoints: true, supportsHitConditionalBreakpoints: true })
    const { threadId } = await stopAfter(client)
    // Delve prints the failure of an expression as Go data.
    const [failing, told] = subject === delve ? [' {nosuch}', '{could not find symbol value for nosuch}'] : ['', '']
    const logged = { line: body, logMessage: `at {index}${failing}` }
    await setLines(client, source, [logged, { line: loop, hitCondition: '2' }])
    const agent = await host.agent()
    // Of the session itself: everybody hears it, and it stands in the output.
    await agent.call('breakpoint_set', {
      session_id: session,
      file: source,
      line: body + 1,
      log_message: 'past {index}',
    })
    const [stop] = await moveTogether(client, { command: 'continue', threadId }, [])
    expect(stop?.line).toBe(loop)
    const { result } = await client.expectSuccess('evaluate', {
      expression: 'index',
      frameId: stop?.frameId ?? 0,
      context: 'watch',
    })
    expect(result).toBe('2')
    await setLines(client, source, [logged])
    await client.expectSuccess('continue', { threadId })
    await client.waitForEvent('terminated', () => true, SLOW)
    const said = client.events('output').map(({ body: { output } }) => output)
    const linesOf = (word: string) =>
      [...said.join('').matchAll(new RegExp(`${word} (\\d)`, 'g'))].map(([, index]) => index)
    expect(linesOf('at')).toEqual(['0', '1', '2', '3', '4'])
    expect(said.join('')).toContain(told)
    expect(linesOf('past')).toEqual(['0', '1', '2', '3', '4'])
    expect(JSON.stringify(await agent.call('output_get', { session_id: session }))).toContain('past 4')
    expectValid(client)
    await client.close()
    await agent.close()
  })
})

describe.each([node, debugpy])('whose breakpoints', (subject) => {
  test(
    `mux 2, 3: heard of by the others, gone with their client, kept if it asks for that [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body, loop } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [loop] } })
      const { threadId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session, { breakpoints: { [source]: [body] } })
      await stopAfter(second)
      const linesHeard = () => lastOf(first.client.events('dapplex_breakpoints')).body
      await first.client.waitForEvent('dapplex_breakpoints')
      expect(linesHeard().breakpoints.map(({ line }) => line)).toContain(body)
      // Nobody gets a plain event about another's breakpoint, nor about its own reply.
      expect(first.client.events('breakpoint').filter(({ body: { reason } }) => reason === 'new')).toEqual([])
      await second.expectSuccess('disconnect', {})
      const third = await join(host, first.session, { name: 'third', arguments: { dapplexKeepBreakpoints: true } })
      await setLines(third.client, source, [body + 1])
      await third.client.expectSuccess('disconnect', {})
      const [stop] = await moveTogether(first.client, { command: 'continue', threadId }, [])
      expect(stop?.line).toBe(body + 1)
      await endTogether(first.client, [first.client])
      for (const client of [second, third.client]) await client.close()
    },
  )
})
