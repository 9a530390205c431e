import { createServer as createHttpServer } from 'node:http'
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import {
  connectTcp,
  connectWebSocket,
  readFirstBytes,
  socketPort,
  webSocketPort,
  type FirstBytes,
} from '@dapplex/transport'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { collect } from './collect.js'

const open: { close: () => void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return (server.address() as AddressInfo).port
}

/** A server that tells what each connection speaks. */
async function door(
  timeoutMs?: number,
): Promise<{ port: number; next: Promise<{ result: FirstBytes; socket: Socket }> }> {
  const server = createServer()
  const next = new Promise<{ result: FirstBytes; socket: Socket }>((resolve) => {
    server.once('connection', (socket) => {
      open.push({ close: () => socket.destroy() })
      void readFirstBytes(socket, timeoutMs).then((result) => resolve({ result, socket }))
    })
  })
  return { port: await listen(server), next }
}

function dial(port: number): Socket {
  const socket = createConnection({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined)
  open.push({ close: () => socket.destroy() })
  return socket
}

describe('the front door: first bytes of a socket', () => {
  test('DAP from a slow sender, byte by byte: decided early, and every byte is still there', async () => {
    const { port, next } = await door()
    const client = dial(port)
    const text = 'content-LENGTH: 7\r\n\r\n{"a":1}'
    for (const byte of text.slice(0, 12)) await new Promise<void>((resolve) => client.write(byte, () => resolve()))
    const { result, socket } = await next
    expect(result).toEqual({ kind: 'dap' })
    client.write(text.slice(12))
    expect(await collect(socketPort(socket)).until(1)).toEqual([{ a: 1 }])
  })

  test.each([
    { sent: '{"seq":1}', want: { kind: 'unknown' }, why: 'JSON without frames' },
    { sent: '\x16\x03\x01\x02', want: { kind: 'unknown' }, why: 'TLS' },
  ])('unknown: $why', async ({ sent, want }) => {
    const { port, next } = await door()
    dial(port).write(sent)
    expect((await next).result).toMatchObject(want)
  })

  test('too little in time: a time-out, and what came is still there', async () => {
    const { port, next } = await door(50)
    const client = dial(port)
    client.write('Con')
    const { result, socket } = await next
    expect(result).toEqual({ kind: 'timeout' })
    client.write('tent-Length: 2\r\n\r\n{}')
    expect(await collect(socketPort(socket)).until(1)).toEqual([{}])
  })

  test('nothing at all', async () => {
    const { port, next } = await door(50)
    dial(port)
    expect((await next).result).toEqual({ kind: 'timeout' })
  })

  test.each([
    { sent: '', why: 'at once' },
    { sent: 'Con', why: 'after a few bytes' },
  ])('the client hangs up $why', async ({ sent }) => {
    const { port, next } = await door()
    dial(port).end(sent)
    expect((await next).result).toEqual({ kind: 'closed' })
  })

  test('one port for DAP, HTTP and WebSocket', async () => {
    const http = createHttpServer((_request, response) => response.end('page'))
    const sockets = new WebSocketServer({ noServer: true })
    http.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (one) => {
        const port = webSocketPort(one)
        port.onMessage(({ value }) => port.send({ webSocket: value }))
      })
    })
    const server = createServer((socket) => {
      open.push({ close: () => socket.destroy() })
      void readFirstBytes(socket).then((first) => {
        if (first.kind === 'http') http.emit('connection', socket)
        else if (first.kind === 'dap') {
          const port = socketPort(socket)
          port.onMessage(({ value }) => port.send({ dap: value }))
        } else socket.destroy()
      })
    })
    const port = await listen(server)

    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(200_000) })
    expect(await answer.text()).toBe('page')

    const dap = await connectTcp({ host: '127.0.0.1', port })
    open.push(dap)
    dap.send(1)
    expect(await collect(dap).until(1)).toEqual([{ dap: 1 }])

    const webSocket = await connectWebSocket(`ws://127.0.0.1:${port}/`)
    open.push(webSocket)
    webSocket.send(2)
    expect(await collect(webSocket).until(1)).toEqual([{ webSocket: 2 }])
  })
})
