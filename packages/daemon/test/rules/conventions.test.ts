import { isJsonObject, textIn } from '@dapplex/protocol'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type DapClient, jsonObject, must, openSession } from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { clientOf, endTogether, join, launch, moveTogether, stopAfter } from './support/sessions.js'
import { allSubjects, needs, netcoredbg, node, swank } from './support/subjects.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

const STRANGE = { linesStartAt1: false, columnsStartAt1: false, pathFormat: 'uri' } as const
const TIMEOUT = { timeout: 240_000 }

interface Place {
  readonly path: string
  readonly line: number | undefined
  /** Command or event. */
  readonly name: string
}

/** Every `source.path`, and the `line` beside it, that a client was sent in responses and in events. */
function placesIn(client: DapClient): Place[] {
  const found: Place[] = []
  const look = (value: unknown, name: string): void => {
    if (Array.isArray(value)) return value.forEach((one) => look(one, name))
    if (typeof value !== 'object' || value === null) return
    const { source, line } = jsonObject(value)
    const path = isJsonObject(source) ? source['path'] : undefined
    if (typeof path === 'string') found.push({ path, line: typeof line === 'number' ? line : undefined, name })
    for (const member of Object.values(value)) look(member, name)
  }
  for (const message of client.timeline.received(() => true)) {
    const envelope = jsonObject(message)
    look(envelope['body'], textIn(envelope, 'command') ?? textIn(envelope, 'event') ?? '')
  }
  return found
}

const isFile = ({ path }: Place) => path.startsWith('/') || path.startsWith('file:')

/** Whatever the adapter sent, in responses and events, each has got it in its own way. */
function expectOwnWay({ plain, strange }: { readonly plain: DapClient; readonly strange: DapClient }): void {
  const ofPlain = placesIn(plain)
  const ofStrange = placesIn(strange)
  expect(ofPlain.filter(({ path }) => path.startsWith('file:'))).toEqual([])
  expect(ofStrange.filter(({ path }) => path.startsWith('/'))).toEqual([])
  for (const name of ['output', 'loadedSource']) {
    const own = ofStrange.filter((one) => one.name === name && isFile(one))
    const back = own.map(({ path, line }) => ({
      path: fileURLToPath(path),
      line: line === undefined ? line : line + 1,
      name,
    }))
    // A log point that dapplex prints is heard by its owner alone.
    expect(back).toEqual(expect.arrayContaining(ofPlain.filter((one) => one.name === name && isFile(one))))
  }
}

describe.each(allSubjects)(
  'a client that counts from 0 and names files by URI, beside one that does not',
  (subject) => {
    test(`mux 8: requests, responses and events are right for both [${subject.adapter}]`, TIMEOUT, async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body, loop } = program
      const uri = pathToFileURL(source).href
      const first = await launch(host, subject, { program, breakpoints: { [source]: [loop] } })
      const atLoop = await stopAfter(first.client)
      const joined = await join(host, first.session, { initialize: STRANGE, breakpoints: { [uri]: [body - 1] } })
      const second = joined.client
      expect(joined.breakpoints[uri]?.map(({ line }) => line)).toEqual([body - 1])
      expect(await stopAfter(second)).toMatchObject({ line: loop - 1, path: uri })
      const [here, there] = await moveTogether(first.client, { command: 'continue', threadId: atLoop.threadId }, [
        second,
      ])
      expect(here).toMatchObject({ line: body, path: source })
      expect(there).toMatchObject({ line: body - 1, path: uri })
      expect(must(there).body.hitBreakpointIds).toEqual([joined.breakpoints[uri]?.[0]?.id])
      await moveTogether(first.client, { command: 'next', threadId: atLoop.threadId }, [second])

      expectOwnWay({ plain: first.client, strange: second })
      await endTogether(first.client, [first.client, second])
    })
  },
)

describe.each([node, swank, netcoredbg])('a client that counts from 0 launches', (subject) => {
  test(
    `mux 8: events of breakpoints, output and loaded sources are in its way too [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const uri = pathToFileURL(source).href
      const breakpoints = { [uri]: [body - 1, { line: body, logMessage: 'logged {index}' }] }
      const first = await launch(host, subject, { program, breakpoints, initialize: STRANGE })
      const strange = first.client
      const { threadId, line } = await stopAfter(strange)
      expect(line).toBe(body - 1)
      const verified = await strange.waitForEvent('breakpoint')
      expect(verified.body.breakpoint.line).toBe(body - 1)
      for (const { path } of placesIn(strange).filter(({ name }) => name === 'breakpoint')) expect(path).toBe(uri)
      const { client: plain } = await join(host, first.session)
      await stopAfter(plain)
      for (let moves = 0; moves < 2; moves += 1) await moveTogether(strange, { command: 'next', threadId }, [plain])
      const logged = ({ body: { output } }: { body: { output: string } }) =>
        output.includes(subject === node ? 'logged 0' : 'order 0: 3 items, 60')
      await Promise.all([strange, plain].map((client) => client.waitForEvent('output', logged)))
      expectOwnWay({ plain, strange })
      if (subject !== swank) expect(placesIn(strange)).toContainEqual({ path: uri, line: body, name: 'output' })
      if (subject === node)
        expect(placesIn(strange)).toContainEqual({ path: uri, line: undefined, name: 'loadedSource' })
      await endTogether(strange, [strange, plain])
    },
  )
})

describe('an initialize that cannot be meant', () => {
  test('mux 8: an unknown pathFormat is refused, not guessed [node]', async () => {
    const client = await clientOf(host, 'strange')
    await client.expectSuccess('dapplex_hello', { adapter: 'node' })
    const refused = await client.expectFailure('initialize', { adapterID: 'x', pathFormat: 'inode' })
    expect(refused.message).toContain('inode')
    await client.close()
  })
})

describe.each(allSubjects)('capabilities', (subject) => {
  test(
    `mux 9: with the adapter known they are its own and dapplex's; else an event corrects them [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      const own = {
        supportsConfigurationDoneRequest: true,
        supportsRestartRequest: true,
        supportsTerminateRequest: true,
      }
      expect(first.capabilities).toMatchObject(own)
      // Delve refuses exception breakpoints while the program runs.
      await stopAfter(first.client)
      const second = await clientOf(host, 'second')
      const { capabilities, started } = await openSession(second, {
        request: 'attach',
        arguments: { dapplexSession: first.session },
      })
      expect(await started).toMatchObject({ success: true })
      expect(capabilities).toMatchObject(own)
      const corrected = await second.waitForEvent('capabilities')
      expect(corrected.body.capabilities).toEqual(first.capabilities)
      await stopAfter(second)
      await endTogether(first.client, [first.client, second])
    },
  )
})
