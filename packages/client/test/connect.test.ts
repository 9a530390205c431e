import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must, parseJson, portOf, z } from '@dapplex/testkit'
import { TransportError } from '@dapplex/transport'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { connect, ConnectionClosedError, type Client } from '../src/index.js'

const call = z.object({ id: z.number().optional(), method: z.string() })

/** A daemon of which only the door is real: it accepts, refuses, answers and hangs up as a test says. */
interface Door {
  readonly server: Server
  /** What each connection asked for, in order. */
  readonly asked: IncomingMessage[]
  readonly sockets: WebSocket[]
  /** The HTTP status with which the next connections are refused; undefined lets them in. */
  status: string | undefined
}

let door: Door
let folder: string
const clients: Client[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dapplex-client-'))
  const server = createServer()
  const webSockets = new WebSocketServer({ noServer: true })
  door = { server, asked: [], sockets: [], status: undefined }
  server.on('upgrade', (request, socket, head) => {
    door.asked.push(request)
    if (door.status !== undefined) {
      socket.end(`HTTP/1.1 ${door.status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    webSockets.handleUpgrade(request, socket, head, (one) => {
      door.sockets.push(one)
      one.on('message', (data: Buffer) => {
        const { id, method } = parseJson(call, data.toString())
        if (method === 'hang_up') one.terminate()
        else if (method !== 'wait_for_stop') one.send(JSON.stringify({ jsonrpc: '2.0', id, result: { method } }))
      })
    })
  })
})

afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  for (const socket of door.sockets) socket.terminate()
  door.server.close()
  rmSync(folder, { recursive: true, force: true })
})

const listen = async (...where: [number, string] | [string]): Promise<void> => {
  if (where.length === 1) door.server.listen(where[0])
  else door.server.listen(...where)
  await once(door.server, 'listening')
}

async function connected(token = 'secret'): Promise<Client> {
  const client = await connect({
    url: `http://127.0.0.1:${portOf(door.server)}`,
    token,
    name: 'agent 1',
    kind: 'agent',
  })
  clients.push(client)
  return client
}

describe('a connection over TCP', () => {
  beforeEach(() => listen(0, '127.0.0.1'))

  test('gives its token in a header, and its name and kind in the address', async () => {
    const client = await connected()
    expect(await client.call('x')).toEqual({ method: 'x' })
    const { headers, url } = must(door.asked[0])
    expect({ token: headers.authorization, url }).toEqual({
      token: 'Bearer secret',
      url: '/rpc?name=agent+1&kind=agent',
    })
  })
  test.each(['401 Unauthorized', '403 Forbidden', '503 Service Unavailable'])(
    'that is refused with %s rejects and says so',
    async (status) => {
      door.status = status
      const refused = connected('wrong')
      await expect(refused).rejects.toBeInstanceOf(TransportError)
      await expect(refused).rejects.toMatchObject({
        code: 'CONNECT_FAILED',
        message: expect.stringContaining(status.slice(0, 3)),
      })
    },
  )
  test('that the daemon drops ends each waiting call, and the next connection works', async () => {
    const client = await connected()
    const told = new Promise((resolve) => client.on('close', resolve))
    const [first, second] = [client.call('wait_for_stop'), client.call('hang_up')]
    for (const call of [first, second]) await expect(call).rejects.toBeInstanceOf(ConnectionClosedError)
    await told
    await expect(client.call('x')).rejects.toBeInstanceOf(ConnectionClosedError)
    const again = await connected()
    expect(await again.call('x')).toEqual({ method: 'x' })
    await expect(client.call('x')).rejects.toBeInstanceOf(ConnectionClosedError)
  })
  test('is refused while no daemon listens, and works when one does', async () => {
    const port = portOf(door.server)
    door.server.close()
    await once(door.server, 'close')
    const spec = { url: `ws://127.0.0.1:${port}/rpc`, token: 't' }
    await expect(connect(spec)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    await listen(port, '127.0.0.1')
    const client = await connect(spec)
    clients.push(client)
    expect(await client.call('x')).toEqual({ method: 'x' })
  })
})

describe('a connection over a Unix socket', () => {
  test('needs no token', async () => {
    const socketPath = join(folder, 'daemon.sock')
    await listen(socketPath)
    const client = await connect({ socketPath, node: 'root' })
    clients.push(client)
    expect(await client.call('x')).toEqual({ method: 'x' })
    const { headers, url } = must(door.asked[0])
    expect({ token: headers.authorization, url }).toEqual({ token: undefined, url: '/rpc?node=root' })
  })
  test('to no socket is refused, and names it', async () => {
    const socketPath = join(folder, 'nobody.sock')
    await expect(connect({ socketPath })).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      message: expect.stringContaining(socketPath),
    })
  })
})
