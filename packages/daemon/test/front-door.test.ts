import { request } from 'node:http'
import { createConnection, createServer, type Socket } from 'node:net'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedCapabilities } from '@dapplex/mux'
import { connectTcp, connectUnixSocket, connectWebSocket } from '@dapplex/transport'
import { DapClient, jsonObject, portOf } from '@dapplex/testkit'
import { DaemonRunning, readDaemonState, startDaemon } from '../src/index.js'
import { RpcClient } from './support/rpc-client.js'
import { genericAdapter, testDaemon, type TestDaemon } from './support/test-daemon.js'

const MEBIBYTE = 1024 * 1024
const modules = [genericAdapter('debugpy')]
let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules, firstBytesMs: 300, tokenMs: 2000 })))
afterAll(() => host.stop())

const rawSocket = (): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port: host.daemon.state.port }, () => resolve(socket))
    socket.on('error', () => undefined)
  })

const http = (
  headers: Record<string, string>,
  path = '/healthz',
): Promise<{ status: number; body: Record<string, unknown> }> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: host.daemon.state.port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: jsonObject(JSON.parse(text)) }))
    })
    asked.on('error', reject)
    asked.end()
  })

describe('files', () => {
  test('state, token and socket are this user’s alone', async () => {
    expect(statSync(host.home).mode & 0o777).toBe(0o700)
    for (const name of ['daemon.json', 'token', 'dapplex.sock', 'log/daemon.log'])
      expect([name, statSync(join(host.home, name)).mode & 0o777]).toEqual([name, 0o600])
    expect(await readDaemonState(host.home)).toEqual(host.daemon.state)
    expect(readFileSync(join(host.home, 'token'), 'utf8').trim()).toBe(host.daemon.token)
  })

  test('a second daemon of the same folder is refused and harms nothing', async () => {
    const second = startDaemon({ version: '0', home: host.home, modules })
    await expect(second).rejects.toThrow(DaemonRunning)
    expect(await readDaemonState(host.home)).toEqual(host.daemon.state)
    expect((await http({})).status).toBe(200)
  })

  test('what a killed daemon left behind is replaced, and a clean end leaves only token and log', async () => {
    const home = mkdtempSync(join(tmpdir(), 'dapplex-stale-'))
    const dead = { pid: 2 ** 22 + 1, started: '1', port: 1, socket: join(home, 'dapplex.sock'), version: '0' }
    writeFileSync(join(home, 'daemon.json'), JSON.stringify(dead))
    writeFileSync(join(home, 'daemon.lock'), JSON.stringify(dead))
    writeFileSync(join(home, 'dapplex.sock'), '')
    expect(await readDaemonState(home)).toBeUndefined()
    const next = await testDaemon({ home, modules })
    expect(await readDaemonState(home)).toMatchObject({ pid: process.pid })
    const client = await next.dapOverSocket()
    await next.daemon.stop('enough')
    await client.closed
    for (const name of ['daemon.json', 'daemon.lock', 'dapplex.sock']) expect(existsSync(join(home, name))).toBe(false)
    rmSync(home, { recursive: true })
  })

  test('the port that is taken is told, and nothing is left behind', async () => {
    const home = mkdtempSync(join(tmpdir(), 'dapplex-taken-'))
    await expect(startDaemon({ version: '0', home, port: host.daemon.state.port, modules })).rejects.toThrow(
      /is taken by another program/,
    )
    for (const name of ['daemon.json', 'daemon.lock']) expect(existsSync(join(home, name))).toBe(false)
    rmSync(home, { recursive: true })
  })
})

describe('[::1]', () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))

  test('answers as 127.0.0.1 does: localhost means either', async ({ skip }) => {
    skip(!hasIpv6, 'this machine has no IPv6 loopback address')
    const { port } = host.daemon.state
    const answer = await fetch(`http://[::1]:${port}/healthz`)
    expect(answer.status).toBe(200)
    const client = new DapClient(await connectTcp({ host: '::1', port }), { name: 'ipv6' })
    await client.expectSuccess('initialize', { adapterID: 'x' })
    await client.close()
  })

  test('a port that a stranger has on [::1] is not used', async ({ skip }) => {
    skip(!hasIpv6, 'this machine has no IPv6 loopback address')
    const stranger = createServer().listen(0, '::1')
    await once(stranger, 'listening')
    const port = portOf(stranger)
    const home = mkdtempSync(join(tmpdir(), 'dapplex-stranger-'))
    await expect(startDaemon({ version: '0', home, port, modules })).rejects.toThrow(`port ${port} on ::1 is taken`)
    stranger.close()
    rmSync(home, { recursive: true })
  })
})

describe('before the token', () => {
  const announced = (bytes: number) => `Content-Length: ${bytes}\r\n\r\n`

  test('a large DAP message ends the connection at its header, so that a stranger pins no memory', async () => {
    const socket = await rawSocket()
    socket.resume()
    socket.write(announced(60 * MEBIBYTE))
    await once(socket, 'close')
  })

  test('a large DAP message after the token is read', async () => {
    const client = await host.dapOverTcp()
    await client.expectSuccess('dapplex_hello', { token: host.daemon.token })
    const answer = await client.request('evaluate', { expression: 'x'.repeat(MEBIBYTE) })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('needs a session') })
    await client.close()
  })

  test('a DAP client on the socket file needs no token for a large message', async () => {
    const client = await host.dapOverSocket()
    const answer = await client.request('evaluate', { expression: 'x'.repeat(MEBIBYTE) })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('needs a session') })
    await client.close()
  })

  test('a DAP client that shows no token is disconnected in time, in the middle of a message too', async () => {
    const socket = await rawSocket()
    socket.resume()
    socket.write(announced(1000) + '{')
    await once(socket, 'close')
  })

  test.each([
    ['an HTTP body', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 62914560\r\n\r\n'],
    ['a body for a page that is not there', 'POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 62914560\r\n\r\n'],
    [
      'a WebSocket frame',
      'GET /rpc HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    ],
  ])('%s is not waited for: refused at once, then closed', async (_what, head) => {
    const socket = await rawSocket()
    const said = once(socket, 'data')
    socket.write(head)
    socket.write(Buffer.alloc(100_000))
    expect(String((await said)[0])).toMatch(/^HTTP\/1\.1 40[14] /)
    await once(socket, 'close')
  })
})

describe('first bytes', () => {
  test('a connection that says nothing is closed', async () => {
    const socket = await rawSocket()
    socket.resume()
    await once(socket, 'close')
  })

  test('one that says too little too slowly is closed', async () => {
    const socket = await rawSocket()
    socket.resume()
    const timer = setInterval(() => socket.write('C'), 100)
    await once(socket, 'close')
    clearInterval(timer)
  })

  test.each([
    ['garbage', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
    ['a line of text', Buffer.from('hello there\n')],
    ['a header that never becomes one', Buffer.from('Content-Nonsense\r\n\r\n')],
    ['HTTP that is none', Buffer.from('GET nonsense\r\n\r\n')],
  ])('%s harms only itself', async (_what, bytes) => {
    const socket = await rawSocket()
    socket.resume()
    socket.write(bytes)
    await once(socket, 'close')
    expect((await http({})).status).toBe(200)
  })

  test('DAP that arrives byte by byte is DAP', async () => {
    const socket = await rawSocket()
    const body = JSON.stringify({ seq: 1, type: 'request', command: 'disconnect' })
    const said = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    for (const byte of Buffer.from(`content-length: ${body.length}\r\n\r\n${body}`)) socket.write(Buffer.of(byte))
    expect(await said).toContain('"success":true')
  })

  test('a message of nonsense on a DAP connection is answered or ignored, and the connection goes on', async () => {
    const client = await host.dapOverSocket()
    for (const nonsense of [1, 'text', null, [], {}, { type: 'request' }, { type: 'response' }, { type: 'event' }])
      client.send(nonsense)
    const refused = await client.request('threads')
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining('launch or attach first') })
    await client.close()
  })

  test('mux 20: what is no JSON is answered with a failure, also before initialize', async () => {
    const socket = await rawSocket()
    const said = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    socket.write('Content-Length: 7\r\n\r\n{broken')
    const answer: unknown = JSON.parse((await said).split('\r\n\r\n')[1] ?? '')
    expect(answer).toMatchObject({ type: 'response', request_seq: 0, success: false })
    socket.destroy()
  })
})

describe('HTTP', () => {
  test('healthz, and what is not there', async () => {
    expect(await http({})).toEqual({ status: 200, body: { status: 'ok' } })
    const authorization = `Bearer ${host.daemon.token}`
    expect(await http({ authorization })).toEqual({
      status: 200,
      body: { status: 'ok', version: '0.0.0-test', sessions: 0 },
    })
    expect((await http({}, '/nowhere')).status).toBe(404)
    expect((await http({}, '/rpc')).status).toBe(426)
  })

  test.each([
    ['a web page', { origin: 'https://evil.example' }],
    ['a page of this machine', { origin: 'http://localhost:3000' }],
    ['a name that points here', { host: 'evil.example' }],
  ])('%s is refused everywhere, also with the token', async (_who, headers) => {
    expect((await http(headers)).status).toBe(403)
    const { port } = host.daemon.state
    const authorized = { ...headers, authorization: `Bearer ${host.daemon.token}` }
    await expect(connectWebSocket(`ws://127.0.0.1:${port}/rpc`, { headers: authorized })).rejects.toThrow(/403/)
  })

  test.each([
    ['no token', '', {}],
    ['a wrong one in the header', '', { authorization: 'Bearer wrong' }],
    ['one in the address', '?token=wrong', {}],
  ])('%s: 401', async (_what, query, headers) => {
    const url = `ws://127.0.0.1:${host.daemon.state.port}/rpc${query}`
    await expect(connectWebSocket(url, { headers })).rejects.toThrow(/401/)
  })

  test('the socket needs no token', async () => {
    const client = new RpcClient(await connectWebSocket(`ws+unix:${host.daemon.state.socket}:/rpc`))
    expect(await client.call('rpc.discover')).toMatchObject({ openrpc: expect.stringMatching(/^1\./) })
    await client.close()
  })
})

describe('DAP on TCP without the token', () => {
  const initialize = { adapterID: 'debugpy', linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path' }
  test.each([
    ['none', {}],
    ['a wrong one', { dapplexToken: 'wrong' }],
  ])('%s: launch is refused with the remedy, the connection closed, no adapter started', async (_what, more) => {
    const client = await host.dapOverTcp()
    const capabilities = await client.expectSuccess('initialize', initialize)
    expect(capabilities).toEqual(servedCapabilities)
    const refused = await client.expectFailure('launch', { type: 'debugpy', program: '/bin/true', ...more })
    expect(refused.message).toContain('dapplexToken')
    expect(refused.message).toContain(`${host.home}/token`)
    expect(refused.body?.error?.format).toBe(refused.message)
    await client.closed
    expect((await http({ authorization: `Bearer ${host.daemon.token}` })).body.sessions).toBe(0)
  })

  test('mux 20: requests that are sent in one go with a refused launch are all answered, disconnect last', async () => {
    const client = await host.dapOverTcp()
    const seqs = [
      client.post('initialize', initialize),
      client.post('launch', { type: 'debugpy', program: '/bin/true' }),
      client.post('setBreakpoints', { source: { path: '/a' }, breakpoints: [] }),
      client.post('configurationDone', {}),
      client.post('disconnect', {}),
    ]
    const answers = []
    for (const seq of seqs) answers.push(await client.response(seq))
    expect(answers.map(({ success }) => success)).toEqual([true, false, false, false, true])
    await client.closed
    expect(client.violations).toEqual([])
  })

  test('a hello with a wrong token is refused at once', async () => {
    const client = await host.dapOverTcp()
    await client.expectFailure('dapplex_hello', { token: 'wrong' })
    await client.closed
  })

  test('a client that leaves the lobby is let go politely', async () => {
    const client = await host.dapOverTcp()
    await client.expectSuccess('initialize', initialize)
    await client.expectSuccess('disconnect', {})
    await client.closed
    expect(client.violations).toEqual([])
  })
})

describe('limits', () => {
  test('one connection too many is closed; the others stay', async () => {
    const home = mkdtempSync(join(tmpdir(), 'dapplex-limit-'))
    const config = join(home, 'config')
    const before = process.env['XDG_CONFIG_HOME']
    process.env['XDG_CONFIG_HOME'] = config
    const { mkdirSync } = await import('node:fs')
    mkdirSync(join(config, 'dapplex'), { recursive: true })
    writeFileSync(join(config, 'dapplex', 'dapplex.jsonc'), '{ "limits": { "connections": 2, "message_bytes": 2048 } }')
    const small = await testDaemon({ home, modules })
    if (before === undefined) delete process.env['XDG_CONFIG_HOME']
    else process.env['XDG_CONFIG_HOME'] = before
    const [first, second] = [await small.dapOverSocket(), await small.dapOverTcp()]
    const third = new DapClient(await connectUnixSocket(small.daemon.state.socket))
    await third.closed
    await first.expectFailure('threads')
    // Larger than message_bytes: the sender's connection is lost, nobody else's.
    first.send({ seq: 9, type: 'request', command: 'threads', arguments: { text: 'x'.repeat(4096) } })
    await first.closed
    await second.expectFailure('threads')
    await second.close()
    await small.stop()
  })
})

test('a daemon that was started for someone ends when nobody is left', async () => {
  const home = mkdtempSync(join(tmpdir(), 'dapplex-idle-'))
  const idle = await testDaemon({ home, modules, idleExitMs: 200 })
  const client = await idle.dapOverSocket()
  await client.expectFailure('threads')
  await client.close()
  await idle.daemon.ended
  expect(await readDaemonState(home)).toBeUndefined()
  rmSync(home, { recursive: true })
})
