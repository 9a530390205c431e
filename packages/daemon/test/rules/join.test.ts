import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { type DapClient, fixture, jsonObject, lastOf, markerLine, must } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { clientOf, endTogether, join, launch, localsOf, moveTogether, stopAfter, topFrame } from './support/sessions.js'
import { allSubjects, needs, swank } from './support/subjects.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

const TIMEOUT = { timeout: 240_000 }

/** Where a message stands in the order of rule 7; the same step may come several times. */
const STEPS = [
  'response dapplex_hello',
  'event dapplex_session',
  'response initialize',
  'response attach',
  'event capabilities',
  'event initialized',
  'response setBreakpoints',
  'response configurationDone',
  'event dapplex_breakpoints',
  'event process',
  'event thread',
  'event module',
  'event loadedSource',
  'event output',
  'event stopped',
]

const nameOf = (message: Dap.ProtocolMessage): string => {
  const { type, command, event } = jsonObject(message)
  return [type, command ?? event].join(' ')
}

/** Joins by hand, one request after the other, and waits for a stop of the thread that the session looks at. */
async function joinByHand(
  session: string,
  { source, lines, current }: { readonly source: string; readonly lines: readonly number[]; readonly current: number },
): Promise<{ readonly third: DapClient; readonly set: readonly Dap.Breakpoint[] }> {
  const third = await clientOf(host, 'third')
  await third.expectSuccess('dapplex_hello', { session, name: 'third', tellSession: true })
  const capabilities = await third.expectSuccess('initialize', { adapterID: 'dapplex-test', linesStartAt1: true })
  expect(third.events('dapplex_session').map(({ body }) => body)).toEqual([{ session_id: session }])
  expect(capabilities).toMatchObject({ supportsConfigurationDoneRequest: true, supportsRestartRequest: true })
  expect(await third.request('attach', { dapplexSession: session })).not.toHaveProperty('body')
  await third.waitForEvent('initialized')
  expect(third.events('stopped')).toEqual([])
  const breakpoints = lines.map((line) => ({ line }))
  const { breakpoints: set } = await third.expectSuccess('setBreakpoints', { source: { path: source }, breakpoints })
  expect(third.events('stopped')).toEqual([])
  await third.expectSuccess('configurationDone', {})
  await third.waitForEvent('stopped', ({ body }) => body.threadId === current && body.preserveFocusHint !== true)
  return { third, set }
}

/** Each message is at its place in the order of rule 7, and no thread is told of after its stop. */
function expectOrder(third: DapClient): void {
  const names = third.timeline.received(() => true).map(nameOf)
  const places = names.map((name) => STEPS.indexOf(name))
  expect(names.filter((_name, at) => places[at] === -1)).toEqual([])
  expect(places).toEqual([...places].sort((a, b) => a - b))
  const started = third.events('thread').map(({ body }) => body.threadId)
  for (const { body } of third.events('stopped')) expect(started).toContain(body.threadId)
}

describe.each(allSubjects)('a third client that joins while the program is stopped', (subject) => {
  test(`mux 7: is told everything in order and needs nothing more [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body, loop } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [loop, body] } })
    const atLoop = await stopAfter(first.client)
    const { client: second } = await join(host, first.session)
    await stopAfter(second)
    const [start] = await moveTogether(first.client, { command: 'continue', threadId: atLoop.threadId }, [second])
    const { threadId, line } = must(start)
    expect(line).toBe(body)
    const marks = [first.client.mark(), second.mark()] as const

    const { third, set } = await joinByHand(first.session, { source, lines: [body, body + 1], current: threadId })
    expectOrder(third)
    const stops = third.events('stopped').map((one) => one.body)
    const last = lastOf(stops)
    expect(last.reason).toBe(must(start).body.reason)
    if (last.allThreadsStopped === true) expect(stops).toHaveLength(1)
    for (const quiet of stops.slice(0, -1))
      expect(quiet).toMatchObject({ reason: 'pause', preserveFocusHint: true, allThreadsStopped: false })

    const { threads } = await third.expectSuccess('threads')
    expect(threads.map(({ id }) => id)).toContain(threadId)
    const top = await topFrame(third, threadId)
    expect(top.line).toBe(body)
    const names = (await localsOf(third, top.id)).map(({ name }) => name.toLowerCase())
    expect(names).toEqual(expect.arrayContaining(['index', 'count', 'label']))
    // Its own breakpoints were answered, and count from here on.
    expect(set.map((one) => one.line)).toEqual([body, body + 1])
    const moved = await moveTogether(third, { command: 'continue', threadId }, [first.client, second])
    expect(moved[0]).toMatchObject({ line: body + 1, body: { hitBreakpointIds: [must(set[1]).id] } })
    // What the others heard of the join: nothing of the stop that they had seen already.
    for (const [at, client] of [first.client, second].entries())
      expect(client.events('stopped', marks[at])).toHaveLength(1)
    await endTogether(first.client, [first.client, second, third])
  })
})

describe('threads that stop one by one', () => {
  test(
    'mux 7: the others come first and quietly, the current one last, with its own allThreadsStopped [swank]',
    TIMEOUT,
    async (context) => {
      needs(context, swank)
      const source = fixture('programs/lisp/workers.lisp')
      const line = markerLine(source, 'BREAK: work')
      const program = { launch: { program: source } }
      const first = await launch(host, swank, { program, breakpoints: { [source]: [line] } })
      const four = await first.client.timeline.waitFor('four stopped workers', () => {
        const stops = first.client.events('stopped')
        return stops.length === 4 ? stops : undefined
      })
      expect(four.map(({ body }) => body.allThreadsStopped)).toEqual([false, false, false, false])
      const current = must(must(four[3]).body.threadId)
      const mark = first.client.mark()
      const { third } = await joinByHand(first.session, { source, lines: [], current })
      expectOrder(third)
      const stops = third.events('stopped').map(({ body }) => body)
      expect(stops.map(({ threadId }) => threadId)).toEqual(four.map(({ body }) => body.threadId))
      for (const quiet of stops.slice(0, -1))
        expect(quiet).toMatchObject({ reason: 'pause', preserveFocusHint: true, allThreadsStopped: false })
      expect(stops.at(-1)).toMatchObject({ reason: 'breakpoint', allThreadsStopped: false })
      expect(stops.at(-1)).not.toHaveProperty('preserveFocusHint')
      for (const { body } of four) expect((await topFrame(third, must(body.threadId))).line).toBe(line)
      await first.client.expectSuccess('threads')
      expect(first.client.events('stopped', mark)).toEqual([])
      await endTogether(first.client, [first.client, third])
    },
  )
})
