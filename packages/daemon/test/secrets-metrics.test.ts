import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstOf, must, openSession } from '@dapplex/testkit'
import { addPrincipal } from '../src/access/principals.js'
import { statePaths } from '../src/state/state-folder.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-secrets-'))
const program = join(folder, 'login.py')
writeFileSync(program, "user = 'ada'\npassword = 'hunter2-hunter2'\nprint('ready')\nprint('done')\n")

let host: TestDaemon
let session_id: string
let watcherToken: string
beforeAll(async () => {
  host = await testDaemon({ modules: [genericAdapter('debugpy')] })
  watcherToken = addPrincipal(statePaths(host.home).principals, { name: 'watcher', role: 'observer' })
  const agent = await host.agent()
  const launched = await agent.call('debug_launch', { program, breakpoints: [{ file: program, line: 3 }] })
  session_id = launched.session_id
  await agent.call('wait_for_stop')
  await agent.close()
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true })
})

interface Row {
  readonly name: string
  readonly value: string
}
const valuesOf = (rows: readonly Row[]) =>
  Object.fromEntries(rows.flatMap(({ name, value }) => (['user', 'password'].includes(name) ? [[name, value]] : [])))

describe('values that look like secrets', () => {
  test('are hidden from an observer, and from nobody else', async () => {
    const [agent, watcher] = [await host.agent(), await host.agentWith(watcherToken)]
    const seenBy = async (who: typeof agent) => valuesOf((await who.call('variables_get', { session_id })).variables)
    expect(await seenBy(agent)).toEqual({ user: "'ada'", password: "'hunter2-hunter2'" })
    expect(await seenBy(watcher)).toEqual({ user: "'ada'", password: '[REDACTED]' })
    const watch = { session_id, expression: 'password' }
    expect(await agent.call('evaluate', watch)).toMatchObject({ result: "'hunter2-hunter2'" })
    await watcher.call('events_subscribe')
    await agent.call('message_send', { session_id, text: `it is ghp_${'a1B2'.repeat(8)}` })
    const told = await watcher.next((message) => message.params?.type === 'message')
    expect(told.params.text).toBe('[REDACTED]')
    await agent.close()
    await watcher.close()
  })

  test('are hidden from an observer in an editor too', async () => {
    const editor = await host.dapOverTcp('watching')
    await openSession(editor, {
      request: 'attach',
      arguments: { dapplexSession: session_id, dapplexToken: watcherToken },
      exceptionFilters: [],
    })
    const { threadId } = (await editor.waitForEvent('stopped')).body
    const { stackFrames } = await editor.expectSuccess('stackTrace', { threadId: must(threadId) })
    const { scopes } = await editor.expectSuccess('scopes', { frameId: firstOf(stackFrames).id })
    const { variablesReference } = firstOf(scopes)
    const { variables } = await editor.expectSuccess('variables', { variablesReference })
    expect(valuesOf(variables)).toEqual({ user: "'ada'", password: '[REDACTED]' })
    await editor.close()
  })
})

describe('/metrics', () => {
  const scrape = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${host.daemon.state.port}/metrics`, { headers })
  test('needs the token, and tells sessions, clients and calls', async () => {
    expect((await scrape()).status).toBe(401)
    const agent = await host.agent()
    await agent.failure('stacktrace_get', { session_id: 'nonesuch' })
    await agent.failure('made_up_by_a_caller')
    const response = await scrape({ authorization: `Bearer ${host.daemon.token}` })
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    for (const line of [
      'dapplex_info{version="0.0.0-test"} 1',
      'dapplex_sessions{phase="stopped"} 1',
      'dapplex_sessions_started_total 1',
      'dapplex_calls_total{method="debug_launch",outcome="ok"} 1',
      'dapplex_calls_total{method="stacktrace_get",outcome="SESSION_NOT_FOUND"} 1',
      'dapplex_calls_total{method="other",outcome="METHOD_NOT_FOUND"} 1',
    ])
      expect(text.split('\n')).toContain(line)
    for (const line of [
      /^dapplex_session_messages_total\{session="s1",way="from_adapter"\} [1-9]\d*$/m,
      /^dapplex_session_bytes\{session="s1",of="journal"\} [1-9]\d*$/m,
      /^dapplex_session_bytes\{session="s1",of="processes"\} [1-9]\d{6,}$/m,
      /^dapplex_session_processes\{session="s1"\} [2-9]$/m,
      /^dapplex_tokens_refused_total 0$/m,
    ])
      expect(text).toMatch(line)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).not.toContain('made_up_by_a_caller')
    await agent.close()
  })
})

test('/status tells what each live session takes; the log has the ids of session and client', async () => {
  const agent = await host.agent('counted')
  await agent.call('stacktrace_get', { session_id })
  const { clients } = await agent.call('clients_list', { session_id })
  const { client_id: client } = must(clients.find(({ name }) => name === 'counted'))
  const answer = await fetch(`http://127.0.0.1:${host.daemon.state.port}/status`, {
    headers: { authorization: `Bearer ${host.daemon.token}` },
  })
  expect(await answer.json()).toMatchObject({
    version: '0.0.0-test',
    pid: process.pid,
    sessions: [
      {
        session_id,
        adapter: 'debugpy',
        state: 'stopped',
        clients: 1,
        output_bytes: expect.any(Number),
        unread_bytes: expect.any(Number),
        journal_bytes: expect.any(Number),
        recording_bytes: expect.any(Number),
        processes: expect.any(Number),
      },
    ],
  })
  await agent.close()
  const lines = readFileSync(statePaths(host.home).log, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  const joined = { session: session_id, client, name: 'counted', kind: 'agent', msg: 'a client has joined' }
  expect(lines).toContainEqual(expect.objectContaining(joined))
})

describe('secrets in the environment of a program that an editor launches', () => {
  test.each(['dapOverTcp', 'dapOverSocket'] as const)(
    '%s: no file of its session has them, whatever their names are in',
    async (way) => {
      const printing = join(folder, 'printing.py')
      writeFileSync(printing, "import os\nprint(os.environ['DB_PASSWORD'], os.environ['GITHUB_TOKEN'])\nprint('end')\n")
      const env = { DB_PASSWORD: `first-${way}-98765`, GITHUB_TOKEN: `second-${way}-98765` }
      const editor = await host[way]('launching')
      // Over the socket its adapter starts with `initialize`, before anything is known of the program.
      await openSession(editor, {
        request: 'launch',
        initialize: { adapterID: 'debugpy' },
        arguments: { program: printing, env, console: 'internalConsole', dapplexToken: host.daemon.token },
        breakpoints: { [printing]: [3] },
        exceptionFilters: [],
      })
      await editor.waitForEvent('stopped')
      const agent = await host.agent()
      const { sessions } = await agent.call('sessions_list')
      const id = must(sessions.at(-1)).session_id
      const { text } = await agent.call('session_export', { session_id: id })
      const page = join(folder, `${way}.html`)
      await agent.call('session_export', { session_id: id, file: page })
      await agent.call('debug_disconnect', { session_id: id, terminate: true })
      await agent.close()
      const journals = statePaths(host.home).sessions
      const journal = must(readdirSync(journals).find((name) => name.endsWith(`-${id}.ndjson`)))
      for (const stored of [readFileSync(join(journals, journal), 'utf8'), text, readFileSync(page, 'utf8')]) {
        expect(stored).toContain('printing.py')
        for (const secret of Object.values(env)) expect(stored).not.toContain(secret)
      }
      await editor.close()
    },
  )
})
