import { createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { toolError, type AdapterDefinition, type AdapterStart } from '@dapplex/protocol'
import {
  childProcessPort,
  connectTcp,
  connectUnixSocket,
  socketPort,
  type MessagePort,
  type PipedProcess,
} from '@dapplex/transport'
import type { AdapterLocation } from '../locate/location.js'
import { AdapterProcess, type ProcessStart } from './adapter-process.js'
import { isHeldBy } from './connection-owner.js'
import { freePort } from './free-port.js'
import { processesOf } from './process-table.js'
import { recognizeAnswer } from './recognize-answer.js'
import { remoteAdapter } from './remote-adapter.js'
import type { AdapterAddress, RunningAdapter } from './running-adapter.js'
import type { Watchdog } from './watchdog.js'

/** How long an adapter may take to accept a connection. */
const CONNECT_MS = 20_000
/** Between two attempts to connect to an adapter that does not listen yet. */
const RETRY_MS = 25

export interface AdapterStartRequest {
  readonly definition: AdapterDefinition
  /** Absent for `start: connect`. */
  readonly location: AdapterLocation | undefined
  /** For `start: connect`. */
  readonly address: AdapterAddress | undefined
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly owner: string
  readonly watchdog: Watchdog
  /** The adapter at `address`, where it is that of the parent session (mux 14). */
  readonly host?: RunningAdapter | undefined
}

/**
 * Starts an adapter and opens the connection to it. A failed start leaves no process.
 * @throws ToolError ADAPTER_CRASHED with the adapter's last words, or ATTACH_FAILED where nobody listens at the address
 */
export async function startAdapter(request: AdapterStartRequest): Promise<RunningAdapter> {
  const { start } = request.definition
  switch (start.kind) {
    case 'connect':
      return connectTo(request)
    case 'stdio': {
      const adapter = spawnAdapter(request, start.args)
      return adapter.connected(
        childProcessPort(piped(adapter), { onStrayText: adapter.strayText, recognize: recognizeAnswer }),
      )
    }
    case 'listen': {
      const port = await freePort()
      const adapter = spawnAdapter(request, withPort(start.args, port))
      takeStreams(adapter, start)
      adapter.address = { host: '127.0.0.1', port }
      return connectedOrEnded(adapter, request, () => untilAccepted(port, adapter))
    }
    case 'dial-back':
      return dialBack(request, start)
  }
}

type NetworkStart = Extract<AdapterStart, { streams: unknown }>

async function dialBack(request: AdapterStartRequest, start: NetworkStart): Promise<RunningAdapter> {
  const server = createServer()
  try {
    const port = await listenOnLoopback(server)
    const adapter = spawnAdapter(request, withPort(start.args, port))
    const connection = new Promise<MessagePort>((resolve) =>
      server.on('connection', (socket) => {
        // Any local program can connect here; only what was started for this may speak as the adapter.
        const pids = processesOf(adapter.pid ?? 0, request.owner).map(({ pid }) => pid)
        if (!isHeldBy(socket, pids)) return void socket.destroy()
        server.close()
        resolve(socketPort(socket, { recognize: recognizeAnswer }))
      }),
    )
    takeStreams(adapter, start)
    return await connectedOrEnded(adapter, request, () => connection)
  } finally {
    server.close()
  }
}

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function spawnAdapter(request: AdapterStartRequest, args: readonly string[]): AdapterProcess {
  const { location, cwd, env, owner, watchdog } = request
  if (location === undefined) throw new Error(`no location for the adapter ${request.definition.id}`)
  const start: ProcessStart = {
    command: location.command,
    args: [...location.args, ...args],
    cwd,
    env,
    owner,
    watchdog,
  }
  try {
    return new AdapterProcess(start)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw toolError('ADAPTER_CRASHED', { adapter: request.definition.id, reason, stderr: '' })
  }
}

function takeStreams(adapter: AdapterProcess, start: NetworkStart): void {
  if (start.streams === 'log') adapter.keepStdout()
  else {
    adapter.programInput = adapter.child.stdin ?? undefined
    adapter.child.stdout?.setEncoding('utf8').pause()
  }
}

/** Waits for the connection. If the process ends first or the time is over, everything it started is ended. */
async function connectedOrEnded(
  adapter: AdapterProcess,
  { definition }: AdapterStartRequest,
  connect: () => Promise<MessagePort>,
): Promise<RunningAdapter> {
  const stopWaiting = new AbortController()
  const tooLong = delay(CONNECT_MS, `did not open its connection within ${CONNECT_MS / 1000} s`, {
    signal: stopWaiting.signal,
  })
  const port = connect().catch((error: unknown) => String(error))
  const first = await Promise.race([port, adapter.exited, tooLong])
  stopWaiting.abort()
  tooLong.catch(() => undefined)
  if (typeof first !== 'string') return adapter.connected(first)
  await adapter.end({ graceMs: 0, spare: false })
  throw toolError('ADAPTER_CRASHED', { adapter: definition.id, reason: first, stderr: adapter.stderr() })
}

async function untilAccepted(port: number, adapter: AdapterProcess): Promise<MessagePort> {
  const end = performance.now() + CONNECT_MS
  for (;;) {
    try {
      return await connectTcp({ host: '127.0.0.1', port }, { recognize: recognizeAnswer })
    } catch (error) {
      const { exitCode, signalCode } = adapter.child
      if (exitCode !== null || signalCode !== null || performance.now() > end) throw error
      await delay(RETRY_MS)
    }
  }
}

async function connectTo({ address, definition, host }: AdapterStartRequest): Promise<RunningAdapter> {
  if (address === undefined) {
    const reason = `${definition.title} needs an address: host and port`
    throw toolError('ATTACH_FAILED', { reason, adapter: definition.id })
  }
  try {
    return remoteAdapter(await connectToAddress(address), address, host)
  } catch (error) {
    throw toolError('ATTACH_FAILED', { reason: (error as Error).message, adapter: definition.id })
  }
}

const connectToAddress = (address: AdapterAddress): Promise<MessagePort> =>
  'socket' in address
    ? connectUnixSocket(address.socket, { recognize: recognizeAnswer })
    : connectTcp(address, { recognize: recognizeAnswer })

const withPort = (args: readonly string[], port: number): string[] =>
  args.map((arg) => arg.replaceAll('${port}', String(port)))

function piped({ child }: AdapterProcess): PipedProcess {
  const { pid, stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('the adapter has no pipes')
  return { stdin, stdout, pid }
}
