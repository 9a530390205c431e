import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeAdapter } from '@dapplex/adapter-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  emit,
  must,
  openSession,
  portOf,
  ScriptedAdapter,
  scriptedProcess,
  untilGone,
  type DapClient,
  type Script,
  type ScriptedProcess,
  type Step,
} from '@dapplex/testkit'
import { socketPort } from '@dapplex/transport'
import { tagProcesses } from '../support/tagged-processes.js'
import { genericAdapter, testDaemon, type TestDaemon } from '../support/test-daemon.js'

const { processes } = tagProcesses()
const scratch = mkdtempSync(join(tmpdir(), 'dapplex-evil-'))
const proof = join(scratch, 'it-ran')
const scripted: ScriptedProcess[] = []
const modules = [genericAdapter('command'), nodeAdapter]
let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules })))
afterAll(async () => {
  await host.stop()
  await untilGone(processes)
  for (const one of scripted) one.dispose()
  rmSync(scratch, { recursive: true, force: true })
})

const logged = () => readFileSync(join(host.home, 'log', 'daemon.log'), 'utf8')

/** A session whose adapter dapplex starts. */
async function launched(
  script: Script,
  name: string,
  at = host,
): Promise<{ client: DapClient; adapter: ScriptedProcess }> {
  const adapter = scriptedProcess(script)
  scripted.push(adapter)
  const { command, args } = adapter.command
  const client = await at.dapOverSocket(name)
  const { started } = await openSession(client, {
    request: 'launch',
    arguments: { dapplexAdapter: 'command', dapplexCommand: [command, ...args], program: '/scripted' },
    exceptionFilters: [],
  })
  await started
  return { client, adapter }
}

interface Remote {
  readonly client: DapClient
  readonly adapter: ScriptedAdapter
  readonly end: () => Promise<void>
}

/** A session whose adapter somebody else runs, on a port of this machine. */
async function remote(script: Script, dapplexAdapter = 'command'): Promise<Remote> {
  const adapters: ScriptedAdapter[] = []
  const server: Server = createServer((socket) => adapters.push(new ScriptedAdapter(socketPort(socket), script)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = await host.dapOverSocket('victim')
  const { started } = await openSession(client, {
    request: 'attach',
    arguments: { dapplexAdapter, dapplexPort: portOf(server) },
    initialize: { supportsRunInTerminalRequest: false, supportsStartDebuggingRequest: false },
    exceptionFilters: [],
  })
  await started
  const end = async () => {
    await client.expectSuccess('disconnect', {})
    await client.close()
    server.close()
  }
  return { client, adapter: must(adapters[0]), end }
}

const shell = {
  kind: 'ask',
  command: 'runInTerminal',
  arguments: { cwd: '/', args: ['/usr/bin/touch', proof] },
} as const
const child = (configuration: object): Step => ({
  kind: 'ask',
  command: 'startDebugging',
  arguments: { request: 'launch', configuration },
})

/** How dapplex has answered a request of the adapter. */
const answerTo = (adapter: ScriptedAdapter, command: string) =>
  adapter.timeline.waitFor(`the answer to ${command}`, () =>
    adapter.timeline.entries.find(
      ({ dir, message }) =>
        dir === 'out' && message.type === 'response' && 'command' in message && message.command === command,
    ),
  )

describe('an adapter that somebody else runs', () => {
  test('has the daemon run no command, though no editor can', async () => {
    const { client, adapter, end } = await remote({
      on: { threads: [shell, { kind: 'respond', body: { threads: [] } }] },
    })
    const asked = await adapter.waitForRequest('initialize')
    expect(asked.arguments).toMatchObject({ supportsRunInTerminalRequest: false })
    await client.expectSuccess('threads')
    expect(await answerTo(adapter, 'runInTerminal')).toMatchObject({ message: { success: false } })
    expect(existsSync(proof)).toBe(false)
    await end()
  })

  test('opens no child session at a socket of this machine, and starts nothing for one', async () => {
    const named = child({ childSocket: host.daemon.state.socket })
    const started = child({ dapplexCommand: ['/usr/bin/touch', proof], program: '/x' })
    const done = { kind: 'respond', body: { threads: [] } } as const
    const script: Script = {
      on: {
        threads: {
          each: [
            [named, done],
            [started, done],
          ],
        },
      },
    }
    const { client, adapter, end } = await remote(script, 'node')
    await client.expectSuccess('threads')
    expect(await answerTo(adapter, 'startDebugging')).toMatchObject({
      message: { success: false, message: expect.stringContaining('may name no socket of this machine') },
    })
    await client.expectSuccess('threads')
    expect(existsSync(proof)).toBe(false)
    await end()
  })
})

/** The daemon ended at such a message: code that walks a value used up its stack. */
const DEEP = '['.repeat(200_000) + ']'.repeat(200_000)

describe('an adapter that lies', () => {
  test('events that only dapplex sends, answers to nothing, and huge numbers reach nobody else, and break nothing', async () => {
    const huge = 2 ** 53
    const lies: readonly Step[] = [
      emit('dapplex_session', { session_id: 's99' }),
      emit('dapplex_breakpoints', { breakpoints: [] }),
      { kind: 'message', message: { seq: huge, type: 'response', request_seq: 99_999, command: 'x', success: true } },
      { kind: 'message', message: { seq: -1, type: 'response', request_seq: 1, command: 'initialize', success: true } },
      {
        kind: 'message',
        message: { seq: 1e308, type: 'event', event: 'thread', body: { reason: 'started', threadId: 1e308 } },
      },
      {
        kind: 'message',
        message: { seq: 0, type: 'event', event: 'breakpoint', body: { reason: 'removed', breakpoint: { id: 1 } } },
      },
      { kind: 'message', message: { seq: 0, type: 'event', event: 'exited', body: { exitCode: 'none' } } },
      {
        kind: 'message',
        message: { seq: 0, type: 'event', event: '__proto__', body: { constructor: { prototype: 1 } } },
      },
      { kind: 'message', message: [] },
      { kind: 'malformed', text: `{"seq":1,"type":"event","event":"output","body":${DEEP}}` },
      emit('stopped', { reason: 'step', threadId: huge, allThreadsStopped: true, hitBreakpointIds: [huge, 'x'] }),
    ]
    const body = { threads: [{ id: huge, name: 'huge' }] }
    const liar = await launched({ on: { threads: [{ kind: 'respond', body }, ...lies] } }, 'liar')
    const other = await launched({}, 'other')
    const mark = other.client.mark()
    await liar.client.expectSuccess('threads')
    const stop = await liar.client.waitForEvent('stopped')
    const { stackFrames } = await liar.client.expectSuccess('stackTrace', { threadId: must(stop.body.threadId) })
    expect(stackFrames).toHaveLength(1)
    expect(logged()).toContain('levels deep')
    await other.client.expectSuccess('threads')
    const heard = other.client.timeline.received(() => true, mark)
    expect(heard.map(({ type }) => type)).toEqual(['response'])
    const names = liar.client.timeline
      .received(({ type }) => type === 'event')
      .map((one) => ('event' in one ? one.event : ''))
    expect(names).not.toContain('dapplex_session')
    expect(names).not.toContain('dapplex_breakpoints')
    expect(logged()).toContain('sent the event dapplex_session, which only dapplex sends')
    for (const { client } of [liar, other]) {
      await client.expectSuccess('disconnect', { terminateDebuggee: true })
      await client.close()
    }
  })
})

test('more live sessions than "limits.sessions" are refused: nothing is started, and the others go on', async () => {
  const config = join(scratch, 'config')
  mkdirSync(join(config, 'dapplex'), { recursive: true })
  writeFileSync(join(config, 'dapplex', 'dapplex.jsonc'), '{ "limits": { "sessions": 1 } }')
  const before = process.env['XDG_CONFIG_HOME']
  process.env['XDG_CONFIG_HOME'] = config
  const small = await testDaemon({ modules })
  if (before === undefined) delete process.env['XDG_CONFIG_HOME']
  else process.env['XDG_CONFIG_HOME'] = before
  const { client } = await launched({}, 'first', small)
  const second = await small.dapOverSocket('second')
  await second.expectSuccess('initialize', { adapterID: 'x' })
  const dapplexCommand = ['/usr/bin/touch', proof]
  const refused = await second.expectFailure('launch', { dapplexAdapter: 'command', dapplexCommand, program: '/x' })
  expect(refused.message).toContain('no more than 1 session may be live ("limits.sessions" of dapplex.jsonc)')
  expect(existsSync(proof)).toBe(false)
  await client.expectSuccess('threads')
  await client.expectSuccess('disconnect', { terminateDebuggee: true })
  await client.close()
  await second.close()
  await small.stop()
})

test('a client in a session that sends deep JSON is refused it, and the session goes on', async () => {
  const { client } = await launched({}, 'first')
  const agent = await host.agent()
  const { sessions } = await agent.call('sessions_list')
  const dapplexSession = must(sessions.find(({ state }) => state !== 'exited')).session_id
  const socket = createConnection(host.daemon.state.socket)
  let said = ''
  socket.on('data', (data) => (said += String(data)))
  const requests = [
    '{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}',
    JSON.stringify({ seq: 2, type: 'request', command: 'attach', arguments: { dapplexSession } }),
    `{"seq":3,"type":"request","command":"evaluate","arguments":{"expression":"x","more":${DEEP}}}`,
    '{"seq":4,"type":"request","command":"disconnect","arguments":{}}',
  ]
  for (const body of requests) socket.write(`Content-Length: ${body.length}\r\n\r\n${body}`)
  while (!said.includes('"request_seq":4')) await once(socket, 'data')
  socket.destroy()
  expect(said).toContain('"success":false')
  await client.expectSuccess('threads')
  await agent.close()
  await client.expectSuccess('disconnect', { terminateDebuggee: true })
  await client.close()
})
