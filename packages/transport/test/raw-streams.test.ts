import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  childProcessPort,
  connectTcp,
  connectUnixSocket,
  connectWebSocket,
  encodeMessage,
  socketPort,
} from '@dapplex/transport'
import { describe, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { collect } from './collect.js'
import { rigs } from './rigs.js'

const framed = rigs.flatMap(({ name, openRaw }) => (openRaw === undefined ? [] : [{ name, openRaw }]))

/** Writes and waits until it is handed over, so that each piece has its own way through the system. */
const write = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()))

describe.each(framed)('bytes as they come: $name', ({ openRaw }) => {
  test('mux 23: single bytes, through the middle of characters', async () => {
    const { port, socket, dispose } = await openRaw()
    const at = collect(port)
    socket.setNoDelay(true)
    for (const byte of encodeMessage({ text: '€😀' })) await write(socket, Uint8Array.of(byte))
    expect(await at.until(1)).toEqual([{ text: '€😀' }])
    dispose()
  })

  test('mux 23: many messages in one piece', async () => {
    const { port, socket, dispose } = await openRaw()
    const at = collect(port)
    socket.write(Buffer.concat(Array.from({ length: 50 }, (_, i) => encodeMessage(i))))
    expect(await at.until(50)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    dispose()
  })

  test('framing that is lost closes the port with words of what came; what came before is delivered', async () => {
    const { port, socket, dispose } = await openRaw()
    const at = collect(port)
    socket.write(Buffer.concat([encodeMessage('before'), Buffer.from('Traceback (most recent call last)\n')]))
    const reason = await at.closed
    expect(reason.kind === 'failed' && reason.error.code).toBe('FRAMING_LOST')
    expect(reason.kind === 'failed' && reason.error.message).toContain('Traceback (most recent call last)')
    expect(at.log).toEqual(['before', 'closed'])
    expect(port.send('late')).toBe(false)
    dispose()
  })

  test('an end within a message is a failure that tells how far it came', async () => {
    const { port, socket, dispose } = await openRaw()
    const at = collect(port)
    socket.end('Content-Length: 10\r\n\r\n{"a"')
    const reason = await at.closed
    expect(reason.kind === 'failed' && reason.error.message).toContain('the stream ended after 4 of 10 bytes of a body')
    dispose()
  })

  test('the other side may go while much is still to be sent: nothing is thrown', async () => {
    const { port, socket, dispose } = await openRaw()
    const at = collect(port)
    for (let i = 0; i < 32; i++) port.send('x'.repeat(256 * 1024))
    socket.destroy()
    expect((await at.closed).kind).not.toBe('closed')
    expect(port.bufferedBytes).toBe(0)
    dispose()
  })
})

describe('stdio of this process', () => {
  const echo = fileURLToPath(new URL('stdio-echo.mjs', import.meta.url))
  const start = () => {
    const child = spawn(process.execPath, [echo], { stdio: ['pipe', 'pipe', 'inherit'] })
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { port: childProcessPort(child), exit }
  }

  test('echoes, reports what is malformed, and closes by itself', async () => {
    const { port, exit } = start()
    const at = collect(port)
    port.send('€')
    port.sendPrinted('{')
    port.send('end')
    expect(await at.closed).toEqual({ kind: 'ended' })
    expect(at.values).toEqual([{ echo: '€' }, { malformed: expect.stringContaining('not JSON') }, { echo: 'end' }])
    expect(await exit).toBe(3)
  })

  test('learns that its stdin ended', async () => {
    const { port, exit } = start()
    const at = collect(port)
    port.send(1)
    await at.until(1)
    port.close()
    expect(await exit).toBe(4)
  })

  test('a child that dies is an end, with what it said before', async () => {
    const child = spawn(process.execPath, [
      '-e',
      `process.stdout.write('Content-Length: 2\\r\\n\\r\\n42'); process.exit(7)`,
    ])
    const at = collect(childProcessPort(child))
    expect(await at.closed).toEqual({ kind: 'ended' })
    expect(at.values).toEqual([42])
  })
})

describe('connecting', () => {
  test.each([
    {
      dial: () => connectTcp({ host: '127.0.0.1', port: 1 }),
      says: 'cannot connect to 127.0.0.1:1: connection refused; start what should listen there',
    },
    {
      dial: () => connectUnixSocket('/nonexistent/socket'),
      says: 'cannot connect to /nonexistent/socket: no such socket; start what should listen there',
    },
    {
      dial: () => connectWebSocket('ws://127.0.0.1:1'),
      says: 'cannot connect to ws://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
    },
  ])('$says', async ({ dial, says }) => {
    await expect(dial()).rejects.toMatchObject({ name: 'TransportError', code: 'CONNECT_FAILED', message: says })
  })
})

describe('WebSocket frames', () => {
  test('fragments make one message, a binary frame is malformed, a closing code is told', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
    const port = await connectWebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`)
    const at = collect(port)
    const socket = await accepted
    socket.send('{"a":', { fin: false })
    socket.send('1}', { fin: true })
    socket.send(Buffer.from('{}'), { binary: true })
    socket.close(1001, 'the daemon ends')
    expect(await at.closed).toEqual({ kind: 'ended', detail: '1001 the daemon ends' })
    expect(at.log).toEqual([{ a: 1 }, 'malformed', 'closed'])
    server.close()
  })

  test('a message sent with the handshake is not lost', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    server.once('connection', (socket) => socket.send('"hello"'))
    const port = await connectWebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`)
    expect(await collect(port).until(1)).toEqual(['hello'])
    port.close()
    server.close()
  })
})

test('a socket that was destroyed before it became a port is a closed port', async () => {
  const raw = await framed[0]!.openRaw()
  raw.socket.destroy()
  const at = collect(socketPort(raw.socket))
  expect((await at.closed).kind).toBe('ended')
  raw.dispose()
})
