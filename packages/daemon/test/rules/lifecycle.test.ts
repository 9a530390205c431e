import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  commandOf,
  type DapClient,
  firstOf,
  fixture,
  isAlive,
  markerLine,
  must,
  openSession,
  portOf,
  untilGone,
} from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import {
  clientOf,
  endTogether,
  expectValid,
  join,
  launch,
  newestSession,
  setLines,
  SLOW,
  stopAfter,
} from './support/sessions.js'
import { allSubjects, debugpy, needs, node, type Subject } from './support/subjects.js'

const { processes } = tagProcesses()
let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
const targets: ChildProcess[] = []
afterEach(async () => {
  await endSessions(host)
  for (const target of targets.splice(0)) target.kill('SIGKILL')
  await untilGone(processes)
})

const TIMEOUT = { timeout: 240_000 }

describe.each(allSubjects)('one of two leaves', (subject) => {
  test(`mux 11: disconnect leaves the program stopped for the other [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const { source, body } = program
    const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
    const { threadId } = await stopAfter(first.client)
    const { client: second } = await join(host, first.session, { breakpoints: { [source]: [body + 1] } })
    const seen = await stopAfter(second)
    const mark = second.mark()
    await first.client.expectSuccess('disconnect', {})
    expectValid(first.client)
    await first.client.close()
    expect((await second.expectSuccess('scopes', { frameId: seen.frameId })).scopes.length).toBeGreaterThan(0)
    for (const event of ['continued', 'stopped', 'terminated']) expect(second.events(event, mark)).toEqual([])
    await second.expectSuccess('continue', { threadId }, SLOW)
    expect((await stopAfter(second, mark)).line).toBe(body + 1)
    await endTogether(second, [second])
  })
})

/** A program that runs on its own and can be attached to, and the arguments that do it. */
interface Running {
  readonly process: ChildProcess
  readonly attach: Readonly<Record<string, unknown>>
}

const attachable: readonly { subject: Subject; run: () => Promise<Running> }[] = [
  {
    subject: node,
    run: async () => {
      const child = target(process.execPath, ['--inspect=127.0.0.1:0', fixture('programs/node/orders.js'), 'wait'])
      const port = await said(child, /ws:\/\/127\.0\.0\.1:(\d+)\//)
      return { process: child, attach: { host: '127.0.0.1', port } }
    },
  },
  {
    subject: debugpy,
    run: async () => {
      const [python] = commandOf('debugpy')
      const port = await freePort()
      const child = target(python, [
        '-m',
        'debugpy',
        '--listen',
        `127.0.0.1:${port}`,
        fixture('programs/python/orders.py'),
        'wait',
      ])
      await said(child, /(grand total)/)
      return { process: child, attach: { connect: { host: '127.0.0.1', port }, justMyCode: true } }
    },
  },
]

function target(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DAPPLEX_TEST_TAG: '' },
  })
  targets.push(child)
  return child
}

/** Waits until a program has printed something, on either stream; the first group as a number. */
function said(child: ChildProcess, pattern: RegExp): Promise<number> {
  let text = ''
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const found = pattern.exec(text)
      if (found !== null) resolve(Number(found[1]))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

async function attach(
  adapter: string,
  args: Readonly<Record<string, unknown>>,
): Promise<{ client: DapClient; session: string }> {
  const client = await clientOf(host, 'first')
  const { started } = await openSession(client, {
    request: 'attach',
    arguments: { dapplexAdapter: adapter, ...args },
    exceptionFilters: [],
  })
  expect(await started).toMatchObject({ success: true })
  return { client, session: await newestSession(host) }
}

describe.each(attachable)('a program that was attached to', ({ subject, run }) => {
  test(
    `mux 11: survives terminate and the disconnects of both clients [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const running = await run()
      const pid = must(running.process.pid)
      const { client, session } = await attach(subject.adapter, running.attach)
      const { client: second } = await join(host, session)
      const refused = await client.expectFailure('terminate', {})
      expect(refused.message).toContain('attached to, not launched')
      expect(isAlive(pid)).toBe(true)
      await second.expectSuccess('disconnect', {})
      await client.expectSuccess('threads')
      expect(isAlive(pid)).toBe(true)
      await client.expectSuccess('disconnect', {})
      await untilGone(processes)
      expect(isAlive(pid)).toBe(true)
      for (const one of [client, second]) {
        expectValid(one)
        await one.close()
      }
    },
  )

  test(`mux 11: ends when its last client asks for that in words [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const running = await run()
    const { client } = await attach(subject.adapter, running.attach)
    const gone = once(running.process, 'exit')
    await client.expectSuccess('disconnect', { terminateDebuggee: true })
    await gone
    expectValid(client)
    await client.close()
  })

  test(
    `mux 29: runs on when the client that attached vanishes while it stands [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const running = await run()
      const { client, session } = await attach(subject.adapter, running.attach)
      const path = fixture(subject === node ? 'programs/node/orders.js' : 'programs/python/orders.py')
      await setLines(client, path, [markerLine(path, 'BREAK: wait')])
      await stopAfter(client)
      await client.close()
      await untilGone(processes)
      expect(isAlive(must(running.process.pid))).toBe(true)
      // It goes on: whoever attaches again finds it running, and can stop it.
      const agent = await host.agent()
      expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'exited' })
      await agent.close()
      if (subject === debugpy) return
      const again = await attach(subject.adapter, running.attach)
      await setLines(again.client, path, [markerLine(path, 'BREAK: wait')])
      await stopAfter(again.client)
      await again.client.expectSuccess('disconnect', {})
      await again.client.close()
    },
  )
})

describe.each([node, debugpy])('who launched it', (subject) => {
  test(`mux 10: dies before configurationDone: nothing is left [${subject.adapter}]`, TIMEOUT, async (context) => {
    needs(context, subject)
    const program = await subject.program()
    const client = await clientOf(host, 'launcher')
    await client.expectSuccess('dapplex_hello', { adapter: subject.adapter })
    await client.expectSuccess('initialize', { adapterID: 'x' })
    client.post('launch', program.launch)
    await client.waitForEvent('initialized')
    const session = await newestSession(host)
    await client.close()
    await untilGone(processes)
    const agent = await host.agent()
    expect(await agent.call('debug_state', { session_id: session })).toMatchObject({ state: 'exited' })
    await agent.close()
  })

  test(
    `mux 10: dies before configurationDone with another there: the program runs for that one [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const client = await clientOf(host, 'launcher')
      await client.expectSuccess('dapplex_hello', { adapter: subject.adapter })
      await client.expectSuccess('initialize', { adapterID: 'x' })
      client.post('launch', program.launch)
      await client.waitForEvent('initialized')
      const { client: second } = await join(host, await newestSession(host), { breakpoints: { [source]: [body] } })
      await client.close()
      expect((await stopAfter(second)).line).toBe(body)
      await endTogether(second, [second])
    },
  )

  test(
    `mux 29: vanishes and nobody is left: the program is kept for who comes back [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      await stopAfter(first.client)
      await first.client.close()
      const { client: second } = await join(host, first.session, { name: 'back again' })
      const stop = await stopAfter(second)
      expect(stop.line).toBe(body)
      await endTogether(second, [second])
    },
  )

  test(
    `mux 11: restart is offered, and starts it again for everybody [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body, loop } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      expect(first.capabilities.supportsRestartRequest).toBe(true)
      const { threadId } = await stopAfter(first.client)
      const { client: second } = await join(host, first.session, { breakpoints: { [source]: [loop] } })
      await stopAfter(second)
      const pids = () => processes().map(({ pid }) => pid)
      const before = pids()
      const marks = [first.client.mark(), second.mark()]
      await second.expectSuccess('restart', {}, SLOW)
      const stops = await Promise.all([first.client, second].map((client, at) => stopAfter(client, marks[at])))
      for (const stop of stops) expect(stop.line).toBe(loop)
      expect(pids().filter((pid) => before.includes(pid))).toEqual([])
      for (const client of [first.client, second]) expect(client.events('terminated')).toEqual([])
      const mark = first.client.mark()
      await first.client.expectSuccess('continue', { threadId: firstOf(stops).threadId })
      expect((await stopAfter(first.client, mark)).line).toBe(body)
      expect(threadId).toBeGreaterThan(0)
      await endTogether(first.client, [first.client, second])
    },
  )

  test(
    `mux 11: a second Stop is answered although the adapter hangs [${subject.adapter}]`,
    TIMEOUT,
    async (context) => {
      needs(context, subject)
      const program = await subject.program()
      const { source, body } = program
      const first = await launch(host, subject, { program, breakpoints: { [source]: [body] } })
      await stopAfter(first.client)
      const frozen = processes().filter(({ command }) => /debugpy|main\.js|orders/.test(command))
      expect(frozen.length).toBeGreaterThan(0)
      for (const { pid } of frozen) process.kill(pid, 'SIGSTOP')
      first.client.post('terminate', {})
      await first.client.expectSuccess('disconnect', { terminateDebuggee: true })
      await untilGone(processes)
      expectValid(first.client)
      await first.client.close()
    },
  )
})
