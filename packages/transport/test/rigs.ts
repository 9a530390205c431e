import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  childProcessPort,
  connectTcp,
  connectUnixSocket,
  connectWebSocket,
  DEFAULT_FRAMING_LIMITS,
  memoryPair,
  socketPort,
  webSocketPort,
  type FramingLimits,
  type MessagePort,
} from '@dapplex/transport'
import { WebSocketServer } from 'ws'

/** Two ports that are connected. `left` is the one that dialled, or started the other. */
export interface Pair {
  readonly left: MessagePort
  readonly right: MessagePort
  /** Ends everything, whatever a test left open. */
  readonly dispose: () => void
}

/** One transport of the conformance suite. */
export interface Rig {
  readonly name: string
  /** Limits hold for both sides. */
  readonly open: (limits?: FramingLimits) => Promise<Pair>
  /** Opens a port whose other side is a bare socket; only where there are frames. */
  readonly openRaw?: (limits?: FramingLimits) => Promise<RawEnd>
  /** A transport without frames has nothing to limit. */
  readonly hasLimits: boolean
}

interface RawEnd {
  readonly port: MessagePort
  readonly socket: Socket
  readonly dispose: () => void
}

const memory: Rig = {
  name: 'memory',
  hasLimits: false,
  open: () => {
    const [left, right] = memoryPair()
    const dispose = () => {
      left.close()
      right.close()
    }
    return Promise.resolve({ left, right, dispose })
  },
}

/** How a port reaches a listening server. */
type Dial = (server: Server, limits: FramingLimits) => Promise<MessagePort>

interface SocketRig {
  readonly name: string
  readonly listen: (server: Server) => Promise<() => void>
  readonly dial: Dial
}

function socketRig({ name, listen, dial }: SocketRig): Rig {
  const openRaw = async (limits: FramingLimits = DEFAULT_FRAMING_LIMITS) => {
    const server = createServer({ pauseOnConnect: true })
    const stop = await listen(server)
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const port = await dial(server, limits)
    const socket = await accepted
    const dispose = () => {
      port.close()
      socket.destroy()
      server.close()
      stop()
    }
    return { port, socket, dispose }
  }
  const open = async (limits: FramingLimits = DEFAULT_FRAMING_LIMITS) => {
    const { port, socket, dispose } = await openRaw(limits)
    return { left: port, right: socketPort(socket, { limits }), dispose }
  }
  return { name, hasLimits: true, open, openRaw }
}

const listenTcp = (server: Server) =>
  new Promise<() => void>((resolve) => server.listen(0, '127.0.0.1', () => resolve(() => undefined)))

const listenUnix = (server: Server) => {
  const folder = mkdtempSync(join(tmpdir(), 'transport-'))
  const stop = () => rmSync(folder, { recursive: true, force: true })
  return new Promise<() => void>((resolve) => server.listen(join(folder, 'socket'), () => resolve(stop)))
}

const bridge = fileURLToPath(new URL('stdio-bridge.mjs', import.meta.url))

/** A real child process whose stdin and stdout are carried on to the server. */
const dialStdio: Dial = (server, limits) => {
  const child = spawn(process.execPath, [bridge, server.address() as string], { stdio: ['pipe', 'pipe', 'inherit'] })
  return Promise.resolve(childProcessPort(child, { limits }))
}

const webSocket: Rig = {
  name: 'WebSocket',
  hasLimits: true,
  open: async (limits = DEFAULT_FRAMING_LIMITS) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: limits.bodyBytes })
    await new Promise((resolve) => server.once('listening', resolve))
    const accepted = new Promise<MessagePort>((resolve) =>
      server.once('connection', (one) => resolve(webSocketPort(one))),
    )
    const left = await connectWebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { limits })
    const right = await accepted
    const dispose = () => {
      for (const client of server.clients) client.terminate()
      left.close()
      server.close()
    }
    return { left, right, dispose }
  },
}

export const rigs: readonly Rig[] = [
  memory,
  socketRig({
    name: 'TCP',
    listen: listenTcp,
    dial: (server, limits) =>
      connectTcp({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, { limits }),
  }),
  socketRig({
    name: 'Unix socket',
    listen: listenUnix,
    dial: (server, limits) => connectUnixSocket(server.address() as string, { limits }),
  }),
  socketRig({ name: 'stdio', listen: listenUnix, dial: dialStdio }),
  webSocket,
]
