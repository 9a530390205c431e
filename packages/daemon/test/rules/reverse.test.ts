import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import {
  emit,
  fixture,
  markerLine,
  openSession,
  scriptedProcess,
  type DapClient,
  type Script,
  type ScriptedProcess,
  untilGone,
} from '@dapplex/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../support/end-sessions.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'
import { clientOf, endTogether, expectValid, join, launch, newestSession, stopAfter } from './support/sessions.js'
import { debugpy, needs } from './support/subjects.js'

const { processes } = tagProcesses()
let host: TestDaemon
const scratch = mkdtempSync(joinPath(tmpdir(), 'dapplex-reverse-'))
const started: ChildProcess[] = []
const scripted: ScriptedProcess[] = []
beforeAll(async () => (host = await testDaemon()))
afterAll(async () => {
  await host.stop()
  rmSync(scratch, { recursive: true, force: true })
})
afterEach(async () => {
  await endSessions(host)
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const one of scripted.splice(0)) one.dispose()
  await untilGone(processes)
})

const TIMEOUT = { timeout: 240_000 }
const ORDERS = fixture('programs/python/orders.py')
const BODY = markerLine(ORDERS, 'BREAK: body')

/** A program in the client's own terminal. */
function runInTerminal(client: DapClient, asked: string[][]): void {
  client.onReverseRequest('runInTerminal', ({ arguments: given }) => {
    const { args, env = {}, cwd } = given as { args: string[]; env?: Record<string, string>; cwd?: string }
    asked.push(args)
    const [command = '', ...rest] = args
    const child = spawn(command, rest, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' })
    started.push(child)
    return { processId: child.pid }
  })
}

interface ChildSpec {
  readonly request: 'launch' | 'attach'
  readonly configuration: Readonly<Record<string, unknown>>
}

describe('runInTerminal', () => {
  const program = { launch: { program: ORDERS, console: 'integratedTerminal' } }
  const breakpoints = { [ORDERS]: [BODY] }

  test('mux 13: goes to the client that launched and can, not to the other [debugpy]', TIMEOUT, async (context) => {
    needs(context, debugpy)
    const client = await clientOf(host, 'first')
    const asked: string[][] = []
    runInTerminal(client, asked)
    await client.expectSuccess('dapplex_hello', { adapter: 'debugpy' })
    await openSession(client, { request: 'launch', arguments: program.launch, breakpoints, exceptionFilters: [] })
    const stop = await stopAfter(client)
    expect(stop.line).toBe(BODY)
    expect(asked).toHaveLength(1)
    const { client: second } = await join(host, await newestSession(host))
    await stopAfter(second)
    await endTogether(client, [client, second])
  })

  test(
    'mux 13: where no client has a terminal the daemon runs the command itself [debugpy]',
    TIMEOUT,
    async (context) => {
      needs(context, debugpy)
      const initialize = { supportsRunInTerminalRequest: false }
      const { client } = await launch(host, debugpy, { program, breakpoints, initialize })
      const stop = await stopAfter(client)
      expect(stop.line).toBe(BODY)
      expect(client.timeline.received(({ type }) => type === 'request')).toEqual([])
      await endTogether(client, [client])
    },
  )
})

/** Launches a scripted adapter as `command`. */
async function launchScript(script: Script, name = 'first'): Promise<{ client: DapClient; adapter: ScriptedProcess }> {
  const adapter = scriptedProcess(script)
  scripted.push(adapter)
  const { command, args } = adapter.command
  const client = await clientOf(host, name)
  const dapplexCommand = [command, ...args]
  await openSession(client, {
    request: 'launch',
    arguments: { dapplexAdapter: 'command', dapplexCommand, program: '/scripted' },
  })
  return { client, adapter }
}

const answersTo = (adapter: ScriptedProcess, command: string) =>
  adapter
    .received()
    .filter((message) => message.type === 'response' && 'command' in message && message.command === command)

describe('a request of the adapter whose client dies', () => {
  test('mux 13: is answered all the same, once [scripted]', TIMEOUT, async () => {
    const ask = { kind: 'ask', command: 'runInTerminal', arguments: { cwd: '/', args: ['true'] } } as const
    const { client, adapter } = await launchScript({ on: { configurationDone: [{ kind: 'respond' }, ask] } })
    const never = new Promise<never>(() => undefined)
    client.onReverseRequest('runInTerminal', () => never)
    const { client: second } = await join(host, await newestSession(host), {
      initialize: { supportsRunInTerminalRequest: false },
    })
    await client.timeline.waitFor('the request', () => client.timeline.received(({ type }) => type === 'request')[0])
    await client.close()
    await adapter.untilReceived(() => answersTo(adapter, 'runInTerminal')[0])
    await second.expectSuccess('threads')
    expect(answersTo(adapter, 'runInTerminal')).toHaveLength(1)
    await endTogether(second, [second])
  })
})

describe('child sessions', () => {
  test(
    'mux 14: a sub-process of Python is a session of its own that an editor opens [debugpy]',
    TIMEOUT,
    async (context) => {
      needs(context, debugpy)
      const parent = joinPath(scratch, 'parent.py')
      writeFileSync(parent, `import subprocess, sys\nsubprocess.run([sys.executable, ${JSON.stringify(ORDERS)}])\n`)
      const { client, session } = await launch(host, debugpy, {
        program: { launch: { program: parent, console: 'internalConsole', subProcess: true } },
      })
      const asked = await new Promise<ChildSpec>((resolve) =>
        client.onReverseRequest('startDebugging', (request) => resolve(request.arguments as ChildSpec)),
      )
      const child = await clientOf(host, 'child')
      const { started: attached } = await openSession(child, {
        request: asked.request,
        arguments: asked.configuration,
        breakpoints: { [ORDERS]: [BODY] },
        exceptionFilters: [],
      })
      expect(await attached).toMatchObject({ success: true })
      expect((await stopAfter(child)).line).toBe(BODY)
      expect(await newestSession(host)).not.toBe(session)
      // What happens in the child is told to the child's clients.
      expect(client.events('stopped')).toEqual([])
      await child.expectSuccess('setBreakpoints', { source: { path: ORDERS }, breakpoints: [] })
      await child.expectSuccess('continue', { threadId: child.events('stopped')[0]?.body.threadId ?? 0 })
      await child.waitForEvent('terminated')
      await client.waitForEvent('terminated')
      for (const one of [client, child]) {
        expectValid(one)
        await one.close()
      }
    },
  )
})

describe('what no standard knows', () => {
  test(
    'mux 21, 24: unknown events, fields and requests pass untouched, to every client [scripted]',
    TIMEOUT,
    async () => {
      const strange = { deep: [{ er: 1 }], text: 'ä' }
      const script: Script = {
        on: {
          threads: [
            { kind: 'respond', body: { threads: [{ id: 1, name: 'main', extra: strange }] } },
            emit('aNewEvent', strange),
          ],
          aNewRequest: [{ kind: 'respond', body: strange }],
        },
      }
      const { client } = await launchScript(script)
      const { client: second } = await join(host, await newestSession(host))
      expect(await client.expectSuccess('aNewRequest', {})).toEqual(strange)
      const { threads } = await client.expectSuccess('threads')
      expect(threads).toEqual([{ id: 1, name: 'main', extra: strange }])
      for (const one of [client, second]) expect((await one.waitForEvent('aNewEvent')).body).toEqual(strange)
      await endTogether(client, [client, second])
    },
  )
})
