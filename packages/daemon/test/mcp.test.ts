import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { firstOf, fixture } from '@dapplex/testkit'
import { connectWebSocket, type MessagePort } from '@dapplex/transport'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPrincipal } from '../src/access/principals.js'
import { statePaths } from '../src/state/state-folder.js'
import type { RpcClient, RpcResult } from './support/rpc-client.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

/** What MCP's two doors say to what is wrong; the whole path with a client that nobody here wrote is the command line's test. */
let host: TestDaemon
beforeAll(async () => {
  host = await testDaemon()
})
afterAll(() => host.stop())

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: { readonly error?: { code?: number; message?: string; data?: unknown }; readonly result?: unknown }
}
interface Post {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly method?: string
  readonly query?: string
  readonly at?: TestDaemon
}

const initialize = (clientName = 'test', protocolVersion = '2025-11-25') => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: clientName, version: '1' } },
})
const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

async function send({ body, headers = {}, method = 'POST', query = '', at = host }: Post): Promise<Answer> {
  const { daemon } = at
  const answer = await fetch(`http://127.0.0.1:${daemon.state.port}/mcp${query}`, {
    method,
    headers: {
      authorization: `Bearer ${daemon.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: bodyOf(await answer.text()) }
}

/** One JSON text, or the last message of a stream. */
function bodyOf(text: string): Answer['body'] {
  const last = text.split('\n').findLast((line) => line.startsWith('data: {'))
  return text === '' ? {} : (JSON.parse(last === undefined ? text : last.slice('data: '.length)) as Answer['body'])
}

async function begin(at = host, headers: Record<string, string> = {}): Promise<string> {
  const { headers: answered } = await send({ body: initialize(), at, headers })
  return answered.get('mcp-session-id') ?? ''
}

describe('who may come in', () => {
  test.each([
    { why: 'no token', headers: { authorization: '' }, status: 401 },
    { why: 'a token of nobody', headers: { authorization: 'Bearer x' }, status: 401 },
    { why: 'a web page', headers: { origin: 'http://127.0.0.1:1' }, status: 403 },
  ])('$why: $status', async ({ headers, status }) => {
    expect(await send({ body: initialize(), headers })).toMatchObject({ status, body: { error: expect.any(String) } })
  })
  test('a name that points at this machine: 403', async () => {
    const { port } = host.daemon.state
    const status = await new Promise((resolve, reject) => {
      const post = request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers: { host: 'evil.example' } })
      post.on('response', (answer) => (answer.resume(), resolve(answer.statusCode))).on('error', reject)
      post.end('{}')
    })
    expect(status).toBe(403)
  })
  test("somebody else's session is not there", async () => {
    const session = await begin()
    const token = addPrincipal(statePaths(host.home).principals, { name: 'eve', role: 'observer' })
    const asEve = { authorization: `Bearer ${token}` }
    const answer = await send({ body: listTools, headers: { ...asEve, 'mcp-session-id': session } })
    expect(answer).toMatchObject({ status: 404, body: { error: { message: expect.stringContaining('initialize') } } })
    const own = await begin(host, asEve)
    const call = {
      ...listTools,
      method: 'tools/call',
      params: { name: 'debug_launch', arguments: { program: '/x.js' } },
    }
    const { body } = await send({ body: call, headers: { ...asEve, 'mcp-session-id': own } })
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { error: { data: { type: 'FORBIDDEN', role: 'observer' } } },
    })
  })
})

describe('what is wrong over HTTP', () => {
  test.each([
    { why: 'no JSON', post: { body: '{"jsonrpc"' }, status: 400, code: -32700 },
    { why: 'nothing at all', post: { body: '' }, status: 400, code: -32700 },
    { why: 'no JSON-RPC', post: { body: { hello: 1 } }, status: 400, code: -32600 },
    { why: 'five megabytes', post: { body: 'x'.repeat(5_000_000) }, status: 413, code: -32600 },
    { why: 'a call before initialize', post: { body: listTools }, status: 400, code: -32600 },
    {
      why: 'no such session',
      post: { body: listTools, headers: { 'mcp-session-id': 'x' } },
      status: 404,
      code: -32000,
    },
    { why: 'a stream without a session', post: { method: 'GET' }, status: 400, code: -32600 },
    { why: 'another method', post: { method: 'PUT', body: {} }, status: 405, code: -32600 },
    {
      why: 'a revision that there will be',
      post: {
        body: {
          ...listTools,
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2099-01-01',
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
        headers: { 'mcp-protocol-version': '2099-01-01' },
      },
      status: 400,
      code: -32022,
    },
  ])('$why: $status, $code', async ({ post, status, code }) => {
    const answer = await send(post)
    expect(answer).toMatchObject({ status, body: { error: { code, message: expect.stringMatching(/\w{4}/) } } })
  })
  test('a header with an unknown revision: 400, and the session goes on', async () => {
    const session = await begin()
    const known = { 'mcp-session-id': session }
    const wrong = await send({ body: listTools, headers: { ...known, 'mcp-protocol-version': '1999-01-01' } })
    expect(wrong).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('1999-01-01') } } })
    expect(await send({ body: listTools, headers: known })).toMatchObject({ status: 200 })
  })
  test('an old or unknown revision in initialize is answered with one that both may know', async () => {
    const old = await send({ body: initialize('old', '2024-11-05') })
    expect(old.body.result).toMatchObject({ protocolVersion: '2024-11-05' })
    const unknown = await send({ body: initialize('new', '2099-01-01') })
    expect(unknown.body.result).toMatchObject({ protocolVersion: expect.stringMatching(/^2025-/) })
  })
  test('an unknown choice of tools: 400 names the known ones', async () => {
    const answer = await send({ body: initialize(), query: '?tools=some' })
    expect(answer).toMatchObject({ status: 400, body: { error: 'tools=some: give one of core, all, router' } })
  })
  test('a session that is deleted is gone', async () => {
    const known = { 'mcp-session-id': await begin() }
    expect(await send({ method: 'DELETE', headers: known })).toMatchObject({ status: 200 })
    expect(await send({ body: listTools, headers: known })).toMatchObject({ status: 404 })
  })
})

/** Resolves when the investigation of a client has this status: `idle` once the client has left. */
async function investigationIs(agent: RpcClient, name: string, status: string): Promise<void> {
  const isReached = ({ nodes }: RpcResult) =>
    (nodes as { name: string; status: string }[]).some((node) => node.name === name && node.status === status)
  let tree = await agent.call('workflow_tree')
  while (!isReached(tree)) tree = await agent.call('workflow_tree', { sinceVersion: tree.version })
}

const listSessions = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'sessions_list' } }

test('a client that sends nothing for the idle time is forgotten', async () => {
  const other = await testDaemon({ mcpIdleMs: 1000 })
  try {
    const agent = await other.agent('watcher&node=root')
    const known = { 'mcp-session-id': await begin(other) }
    expect(await send({ body: listSessions, headers: known, at: other })).toMatchObject({ status: 200 })
    await investigationIs(agent, 'test', 'idle')
    expect(await send({ body: listTools, headers: known, at: other })).toMatchObject({ status: 404 })
  } finally {
    await other.stop()
  }
})

/** A client in a process of its own, of the official kind: it begins, opens its stream, and calls a tool. It prints when it has. */
const CLIENT = `
const [url, token, params] = process.argv.slice(1)
const headers = { authorization: 'Bearer ' + token, accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const post = (body) => fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }) })
const info = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'mortal', version: '1' } }
const begun = await post({ id: 1, method: 'initialize', params: info })
headers['mcp-session-id'] = begun.headers.get('mcp-session-id')
await begun.text()
await (await post({ method: 'notifications/initialized' })).text()
const stream = await fetch(url, { headers })
stream.text().catch(() => undefined)
await (await post({ id: 2, method: 'tools/call', params: JSON.parse(params) })).text()
console.log('paused')
`

test('mux 29: a client process that is killed while it holds a stopped program is gone from its session', async () => {
  const other = await testDaemon({ mcpLostMs: 100 })
  const { port } = other.daemon.state
  const launch = {
    name: 'debug_launch',
    arguments: { program: fixture('programs/node/orders.js'), stop_on_entry: true },
  }
  const argv = ['--input-type=module', '-e', CLIENT, `http://127.0.0.1:${port}/mcp`, other.daemon.token]
  const child = spawn(process.execPath, [...argv, JSON.stringify(launch)], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const agent = await other.agent('watcher')
    await agent.call('events_subscribe')
    await once(child.stdout, 'data')
    const { session_id } = firstOf((await agent.call('sessions_list')).sessions)
    child.kill('SIGKILL')
    const left = ({ params }: { params?: { type?: string; client?: { name: string } } }) =>
      params?.type === 'client_left' && params.client?.name.startsWith('mortal') === true
    expect(await agent.next(left)).toMatchObject({ params: { session_id } })
    await agent.close()
  } finally {
    child.kill('SIGKILL')
    await other.stop()
  }
})

describe('what is wrong over a WebSocket, as dapplex mcp opens it', () => {
  async function open(): Promise<{ readonly port: MessagePort; readonly next: () => Promise<unknown> }> {
    const port = await connectWebSocket('ws://localhost/mcp', { socketPath: host.daemon.state.socket })
    const come: unknown[] = []
    const waiting: ((value: unknown) => void)[] = []
    port.onMessage(({ value }) => {
      const first = waiting.shift()
      if (first === undefined) come.push(value)
      else first(value)
    })
    const next = () =>
      come.length > 0 ? Promise.resolve(come.shift()) : new Promise<unknown>((resolve) => waiting.push(resolve))
    return { port, next }
  }

  test('each bad message has its answer, and the next good one too', async () => {
    const { port, next } = await open()
    const bad = [
      { text: '{"jsonrpc"', error: { code: -32700 }, id: null },
      { text: '[]', error: { code: -32600, message: expect.stringContaining('batches') }, id: null },
      { text: '"hello"', error: { code: -32600 }, id: null },
      { text: '{"id":7,"method":"ping"}', error: { code: -32600 }, id: 7 },
      { text: '{"jsonrpc":"2.0","id":{},"method":"ping"}', error: { code: -32600 }, id: null },
    ]
    for (const { text, id, error } of bad) {
      port.sendPrinted(text)
      expect(await next()).toMatchObject({ jsonrpc: '2.0', id, error })
    }
    port.send(initialize())
    expect(await next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'dapplex' } } })
    port.send({ jsonrpc: '2.0', id: 8, method: 'no/such' })
    expect(await next()).toMatchObject({ id: 8, error: { code: -32601 } })
    port.send({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 7 } })
    expect(await next()).toMatchObject({ id: 9, error: { code: -32602 } })
    port.send({ jsonrpc: '2.0', id: 10, method: 'resources/read', params: { uri: 'file:///etc/passwd' } })
    expect(await next()).toMatchObject({
      id: 10,
      error: { code: -32602, message: expect.stringContaining('no resource') },
    })
    port.close()
  })
  test('a client that closes its connection leaves its investigation', async () => {
    const agent = await host.agent('watcher&node=root')
    const { port, next } = await open()
    port.send(initialize('passing'))
    await next()
    port.send(listSessions)
    expect(await next()).toMatchObject({ id: 3, result: { structuredContent: { sessions: [] } } })
    await investigationIs(agent, 'passing', 'running')
    port.close()
    await investigationIs(agent, 'passing', 'idle')
    await agent.close()
  })
})
