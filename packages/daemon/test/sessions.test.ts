import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DapClient, firstOf, must, openSession, untilGone } from '@dapplex/testkit'
import { tagProcesses } from './support/tagged-processes.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
const lineOf = (mark: string) =>
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`BREAK: ${mark}`)) + 1

const { processes } = tagProcesses()
let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules: [genericAdapter('debugpy')] })))
afterAll(() => host.stop())
afterEach(async () => {
  // The watchdog stays for the daemon's life; it carries no tag.
  await untilGone(processes)
})

const launchArguments = (more: object = {}) => ({
  type: 'debugpy',
  request: 'launch',
  name: 'x',
  program,
  console: 'internalConsole',
  // On TCP the adapter's default holds, until the client knows of filters; it stops at the SystemExit of an exit code.
  dapplexExceptionFilters: [],
  ...more,
})

/** Opens as VS Code does and waits for the first stop in the body of `total`. */
async function stopped(client: DapClient, more: object = {}): Promise<number> {
  const { started } = await openSession(client, {
    request: 'launch',
    arguments: launchArguments(more),
    initialize: { adapterID: 'debugpy' },
    breakpoints: { [program]: [lineOf('body')] },
    // Its default stops at the SystemExit of a program that ends with an exit code of its own.
    exceptionFilters: [],
  })
  expect(await started).toMatchObject({ success: true })
  const stop = await client.waitForEvent('stopped')
  return must(stop.body.threadId)
}

async function join(client: DapClient, session: string): Promise<void> {
  const { started } = await openSession(client, {
    request: 'attach',
    arguments: { type: 'debugpy', dapplexSession: session },
  })
  expect(await started).toMatchObject({ success: true })
  await client.waitForEvent('stopped')
}

async function topFrame(client: DapClient, threadId: number): Promise<{ id: number; name: string; line: number }> {
  const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
  return firstOf(stackFrames)
}

async function localsOf(client: DapClient, threadId: number): Promise<Record<string, string>> {
  const { scopes } = await client.expectSuccess('scopes', { frameId: (await topFrame(client, threadId)).id })
  const { variables } = await client.expectSuccess('variables', {
    variablesReference: firstOf(scopes).variablesReference,
  })
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]))
}

/** The exception filters that `initialize` offers before any adapter of this connection is known (mux 9). */
async function expectOffered(client: DapClient, filters: readonly string[]): Promise<void> {
  const offered = await client.expectSuccess('initialize', { adapterID: 'debugpy' })
  expect(offered?.exceptionBreakpointFilters?.map(({ filter }) => filter)).toEqual(filters)
  await client.close()
}

let lastSession = 0
const nextSession = () => `s${(lastSession += 1)}`

describe('an editor alone', () => {
  test.each(['tcp with the token in the launch arguments', 'the socket'])(
    '%s: from launch to exit code',
    async (way) => {
      nextSession()
      const isTcp = way.startsWith('tcp')
      const client = await (isTcp ? host.dapOverTcp() : host.dapOverSocket())
      const threadId = await stopped(client, { args: ['3'], ...(isTcp ? { dapplexToken: host.daemon.token } : {}) })
      expect(await topFrame(client, threadId)).toMatchObject({ name: 'total', line: lineOf('body') })
      expect(await localsOf(client, threadId)).toMatchObject({ index: '0', count: '3', label: "'order 0'" })
      const mark = client.mark()
      await client.expectSuccess('next', { threadId })
      await client.waitForEvent('stopped', ({ body }) => body.reason === 'step', { after: mark })
      await client.expectSuccess('setBreakpoints', { source: { path: program }, breakpoints: [] })
      await client.expectSuccess('continue', { threadId })
      expect((await client.waitForEvent('exited')).body.exitCode).toBe(3)
      await client.waitForEvent('terminated')
      expect(client.events('terminated')).toHaveLength(1)
      expect(client.violations).toEqual([])
      if (isTcp) await expectOffered(await host.dapOverTcp(), ['raised', 'uncaught', 'userUnhandled'])
      await client.expectSuccess('disconnect', {})
      await client.close()
    },
  )

  test('the token never reaches the log', () => {
    const log = readFileSync(`${host.home}/log/daemon.log`, 'utf8')
    expect(log.length).toBeGreaterThan(0)
    expect(log).not.toContain(host.daemon.token)
  })

  test('a program that cannot be started: the failure says why, and the connection may try again', async () => {
    nextSession()
    const client = await host.dapOverTcp()
    await client.expectSuccess('initialize', { adapterID: 'debugpy' })
    const args = launchArguments({ dapplexToken: host.daemon.token, dapplexAdapter: 'debugy' })
    const refused = await client.expectFailure('launch', args)
    expect(refused.message).toContain("did you mean 'debugpy'?")
    expect(refused.body?.error?.format).toBe(refused.message)
    client.post('launch', launchArguments({ dapplexToken: host.daemon.token, program: '/nowhere.py' }))
    await client.waitForEvent('initialized')
    await client.request('configurationDone')
    await client.waitForEvent('terminated')
    await client.close()
  })

  test('an editor that vanishes before it has launched leaves nothing behind', async () => {
    nextSession()
    const client = await host.dapOverSocket()
    await client.expectSuccess('initialize', { adapterID: 'debugpy' })
    expect(processes().length).toBeGreaterThan(0)
    await client.close()
  })

  test('one that names its adapter but then joins another session', async () => {
    const first = await host.dapOverSocket('first')
    const session = nextSession()
    await stopped(first)
    const second = await host.dapOverSocket('second')
    nextSession()
    await second.expectSuccess('initialize', { adapterID: 'debugpy' })
    await second.expectSuccess('attach', { dapplexSession: session })
    await second.waitForEvent('initialized')
    await second.expectSuccess('configurationDone')
    const { body } = await second.waitForEvent('stopped')
    expect(await localsOf(second, must(body.threadId))).toMatchObject({ index: '0' })
    const seqs = second.timeline.received(() => true).map(({ seq }) => seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    await first.expectSuccess('terminate')
    await second.waitForEvent('terminated')
    await Promise.all([first.close(), second.close()])
  })
})

describe('two clients in one session', () => {
  test('200 interleaved requests: every answer to its asker', async () => {
    const [first, second] = [await host.dapOverSocket('first'), await host.dapOverTcp('second')]
    const session = nextSession()
    const threadId = await stopped(first)
    await second.expectSuccess('dapplex_hello', { token: host.daemon.token, session })
    await join(second, session)
    const ask = async (client: DapClient, name: string, i: number): Promise<void> => {
      const { id } = await topFrame(client, threadId)
      const { result } = await client.expectSuccess('evaluate', {
        expression: `"${name}-" + str(${i})`,
        frameId: id,
        context: 'watch',
      })
      expect(result).toBe(`'${name}-${i}'`)
    }
    const asked = Array.from({ length: 100 }, (_, i) => [ask(first, 'first', i), ask(second, 'second', i)]).flat()
    await Promise.all(asked)
    expect([...first.violations, ...second.violations]).toEqual([])
    await first.expectSuccess('terminate')
    await second.waitForEvent('terminated')
    await Promise.all([first.close(), second.close()])
  })

  test('mux 15: an adapter that is killed in the middle of a request', async () => {
    const [first, second] = [await host.dapOverSocket('first'), await host.dapOverSocket('second')]
    const session = nextSession()
    const threadId = await stopped(first)
    await second.expectSuccess('dapplex_hello', { session })
    await join(second, session)
    const adapter = must(processes().find(({ command }) => command.includes('-m debugpy.adapter')))
    const slow = { expression: '__import__("time").sleep(600)', context: 'repl' }
    const pending = [
      first.request('evaluate', { ...slow, frameId: (await topFrame(first, threadId)).id }),
      second.request('evaluate', { ...slow, frameId: (await topFrame(second, threadId)).id }),
    ]
    await first.expectSuccess('threads')
    process.kill(adapter.pid, 'SIGKILL')
    // Answered because the adapter ended, not because the time for a request ran out.
    for (const answer of await Promise.all(pending)) {
      expect(answer.success).toBe(false)
      expect(JSON.stringify(answer)).not.toContain('TIMEOUT')
    }
    await Promise.all([first.waitForEvent('terminated'), second.waitForEvent('terminated')])
    await untilGone(processes)
    for (const client of [first, second]) {
      await client.expectSuccess('disconnect', {})
      expect(client.events('terminated')).toHaveLength(1)
      expect(client.violations).toEqual([])
      await client.close()
    }
    const next = await host.dapOverSocket('next')
    nextSession()
    await stopped(next)
    await next.expectSuccess('disconnect', { terminateDebuggee: true })
    await next.close()
  })
})

test('mux 27: a daemon that ends tells its clients and leaves no process', async () => {
  const short = await testDaemon({ modules: [genericAdapter('debugpy')] })
  const client = await short.dapOverSocket()
  await stopped(client)
  expect(processes().length).toBeGreaterThan(0)
  await short.stop()
  await client.closed
  expect(client.events('terminated')).toHaveLength(1)
  expect(processes()).toEqual([])
})
