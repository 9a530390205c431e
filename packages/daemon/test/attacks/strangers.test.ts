import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '@dapplex/testkit'
import { connectWebSocket } from '@dapplex/transport'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

let host: TestDaemon
beforeAll(async () => (host = await testDaemon({ modules: [] })))
afterAll(() => host.stop())

const connected = async (at = host): Promise<Socket> => {
  const socket = createConnection({ host: '127.0.0.1', port: at.daemon.state.port })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** All that is answered until the connection ends. */
async function answerTo(bytes: string | Buffer, at = host): Promise<string> {
  const socket = await connected(at)
  let said = ''
  socket.on('data', (data) => (said += String(data)))
  socket.write(bytes)
  await once(socket, 'close')
  return said
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
const withToken = (token: string) => `Authorization: Bearer ${token}\r\n`
const dap = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

describe('without a token', () => {
  test('nothing listens on another address of this machine', async ({ skip }) => {
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)
    skip(outside === undefined, 'this machine has only its loopback address')
    const socket = createConnection({ host: must(outside).address, port: host.daemon.state.port })
    expect((await once(socket, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('healthz says only that the daemon runs; all else says 401 or less', async () => {
    const { port } = host.daemon.state
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      return [path, answer.status, await answer.text()]
    }
    expect(await ask('/healthz')).toEqual(['/healthz', 200, '{"status":"ok"}\n'])
    for (const path of ['/metrics', '/status', '/mcp'])
      expect(await ask(path)).toEqual([path, 401, expect.stringContaining('a token is needed')])
    for (const path of ['/', '/token', '/daemon.json', '/../token', '/%2e%2e/token', '//etc/passwd'])
      expect(await ask(path)).toEqual([path, 404, expect.stringContaining('there are /rpc')])
  })

  test('a right token in an address is refused, so that no log or history learns it', async () => {
    for (const headers of ['', withToken(host.daemon.token)]) {
      const said = await answerTo(get(`/status?token=${host.daemon.token}`, headers))
      expect(said).toMatch(/^HTTP\/1\.1 401 [^]*does not belong into an address/)
    }
    const { socket } = host.daemon.state
    await expect(connectWebSocket(`ws+unix:${socket}:/rpc?token=${host.daemon.token}`)).rejects.toThrow(/401/)
  })
})

describe('who guesses tokens', () => {
  test('waits longer and longer for the answer; a right token of the same address is answered at once', async () => {
    const guessed = await testDaemon({ modules: [] })
    for (let guess = 0; guess < 8; guess += 1)
      expect(await answerTo(get('/status', withToken(`guess-${guess}`)), guessed)).toMatch(/^HTTP\/1\.1 401 /)
    const answered = new Map<Socket, string>()
    const guesses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = await connected(guessed)
        socket.on('data', (data) => answered.set(socket, String(data)))
        socket.write(get('/status', withToken('guess')))
        return socket
      }),
    )
    await Promise.race(guesses.map((socket) => once(socket, 'data')))
    const right = await fetch(`http://127.0.0.1:${guessed.daemon.state.port}/status`, {
      headers: { authorization: `Bearer ${guessed.daemon.token}` },
    })
    expect(right.status).toBe(200)
    // All but five wait for 8 s.
    expect(answered.size).toBeLessThan(6)
    // What is sent behind a guess on the same connection ends it, unheard.
    const impatient = must(guesses.find((socket) => !answered.has(socket)))
    impatient.write(get('/status', withToken(guessed.daemon.token)))
    await once(impatient, 'close')
    expect(answered.get(impatient) ?? '').not.toContain(' 200 ')
    for (const socket of guesses) socket.destroy()
    await guessed.stop()
  })

  test('a token that was refused stands in no log', async () => {
    await answerTo(get('/status', withToken('a-guess-of-somebody')))
    const log = readFileSync(join(host.home, 'log', 'daemon.log'), 'utf8')
    expect(log).toContain('a token was refused')
    expect(log).not.toContain('a-guess-of-somebody')
    expect(log).not.toContain(host.daemon.token)
  })
})

test('connections without a token push out the oldest of them, and nobody with a token', async () => {
  const open = await testDaemon({ modules: [], firstBytesMs: 3_600_000, tokenMs: 3_600_000 })
  const first = await connected(open)
  const closed = once(first, 'close')
  const agent = await open.agent()
  const crowd: Socket[] = []
  // A quarter of 256.
  for (let one = 0; one < 64; one += 1) crowd.push(await connected(open))
  await closed
  expect(await agent.call('sessions_list')).toMatchObject({ sessions: [] })
  await (await open.agent('another')).close()
  for (const socket of crowd) socket.destroy()
  await agent.close()
  await open.stop()
})

describe('messages that are none', () => {
  const REFUSED = /"type":"response","request_seq":0,"command":"","success":false/
  test.each(['[]', '1', 'null', '"text"', '{}', '{"type":"other"}', '{broken'])(
    '%s to the DAP port is answered with a failure, and the connection goes on',
    async (body) => {
      const socket = await connected()
      const said = once(socket, 'data')
      socket.write(dap(body))
      expect(String((await said)[0])).toMatch(REFUSED)
      const next = once(socket, 'data')
      socket.write(dap('{"seq":1,"type":"request","command":"disconnect"}'))
      expect(String((await next)[0])).toContain('"success":true')
    },
  )

  test.each([
    {
      why: 'a length that is no number',
      bytes: 'Content-Length: many\r\n\r\n{}',
      says: 'Content-Length must be a number',
    },
    {
      why: 'two lengths',
      bytes: 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      says: 'two lengths for one message',
    },
    {
      why: 'a header without an end',
      bytes: `Content-Length: 2\r\nX: ${'x'.repeat(70_000)}`,
      says: 'a header block of more',
    },
    { why: 'a length over the limit', bytes: 'Content-Length: 99999999999999\r\n\r\n', says: 'the limit is' },
  ])('$why ends the connection, and the log says why', async ({ bytes, says }) => {
    await answerTo(bytes)
    expect(readFileSync(join(host.home, 'log', 'daemon.log'), 'utf8')).toContain(says)
  })

  test.each([
    { why: 'arrays', body: '['.repeat(100_000) + ']'.repeat(100_000) },
    { why: 'objects', body: '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000) },
    {
      why: 'the arguments of a request',
      body: `{"seq":1,"type":"request","command":"initialize","arguments":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    },
  ])('$why, nested deep, end nothing but themselves: over DAP, WebSocket and MCP', async ({ body }) => {
    const editor = await connected()
    const said = once(editor, 'data')
    editor.write(dap(body))
    expect(String((await said)[0])).toContain('levels deep')
    editor.destroy()
    const agent = await host.agent()
    agent.sendText(body)
    expect(await agent.next((message) => message.error !== undefined)).toMatchObject({
      id: null,
      error: { message: expect.stringContaining('levels deep') },
    })
    expect(await agent.call('sessions_list')).toMatchObject({ sessions: [] })
    await agent.close()
    const answer = await fetch(`http://127.0.0.1:${host.daemon.state.port}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${host.daemon.token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body,
    })
    expect(answer.status).toBe(400)
  })

  test('a bomb is never unpacked: no compression is offered, and a packed body is no JSON', async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 20, '['))
    const headers = { authorization: `Bearer ${host.daemon.token}`, accept: 'application/json, text/event-stream' }
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const { port } = host.daemon.state
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...packed },
      body: bomb,
    })
    expect(answer.status).toBe(400)
    const socket = await connected()
    const said = once(socket, 'data')
    socket.write(
      get(
        '/rpc',
        `${withToken(host.daemon.token)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n',
      ),
    )
    const head = String((await said)[0])
    expect(head).toMatch(/^HTTP\/1\.1 101 /)
    expect(head.toLowerCase()).not.toContain('sec-websocket-extensions')
    // A compressed frame all the same (RFC 7692 6: RSV1), masked with zeros.
    const closed = once(socket, 'close')
    socket.resume()
    socket.write(Buffer.from([0xc1, 0x80 | 4, 0, 0, 0, 0, 1, 2, 3, 4]))
    await closed
  })

  test('HTTP headers without an end: 431', async () => {
    expect(await answerTo(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
      /^(HTTP\/1\.1 431 |$)/,
    )
  })
})
