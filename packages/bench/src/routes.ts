import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect, type Client } from '@dapplex/client'
import { childProcessPort, connectTcp } from '@dapplex/transport'
import { BenchClient, EDITOR } from './bench-client.js'
import { cpuMicroseconds, residentBytes } from './process-usage.js'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const adapterCommand = [process.execPath, here('adapter.js')]

/** One route to the same adapter. */
export interface BenchRoute {
  readonly name: string
  /** A client in a stopped session. */
  open(): Promise<BenchClient>
  end(): void
}

/** A route through a process of its own. */
export interface ServedRoute extends BenchRoute {
  /** CPU time that this process has spent, in microseconds. */
  cpuMicroseconds(): number
}

/** The adapter's own stdin and stdout. */
export function directRoute(): BenchRoute {
  const children: ChildProcess[] = []
  return {
    name: 'direct',
    open: async () => {
      const child = spawn(adapterCommand[0] ?? '', adapterCommand.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
      children.push(child)
      const client = new BenchClient(childProcessPort(child))
      await client.open({})
      return client
    },
    end: () => children.forEach((child) => child.kill()),
  }
}

/** Through a process that only copies bytes. */
export async function relayRoute(): Promise<ServedRoute> {
  const relay = spawn(process.execPath, [here('relay.js')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(await firstLine(relay))
  return {
    name: 'relay',
    open: async () => {
      const client = new BenchClient(await connectTcp({ host: '127.0.0.1', port }))
      await client.open({})
      return client
    },
    cpuMicroseconds: () => cpuMicroseconds(relay.pid ?? 0),
    end: () => relay.kill(),
  }
}

export interface DapplexRoute extends ServedRoute {
  /** One more client in a session that stands: by default in that of `open`. */
  join(id?: string): Promise<BenchClient>
  /** A client of the tools. */
  agent(): Promise<Client>
  /** Resident memory of the daemon in bytes. */
  residentBytes(): number
}

/** Through a daemon of its own, in a temporary folder, with this configuration. */
export async function dapplexRoute(config: Readonly<Record<string, unknown>> = {}): Promise<DapplexRoute> {
  const home = mkdtempSync(join(tmpdir(), 'dapplex-bench-'))
  mkdirSync(join(home, 'dapplex'))
  writeFileSync(join(home, 'dapplex/dapplex.jsonc'), JSON.stringify(config))
  const main = here('../../cli/dist/main.js')
  const daemon = spawn(process.execPath, [main, 'daemon', 'run', '--log-level', 'error'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DAPPLEX_HOME: home, XDG_CONFIG_HOME: home },
  })
  await firstLine(daemon)
  const state = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8')) as { port: number; socket: string }
  const dapplexToken = readFileSync(join(home, 'token'), 'utf8').trim()
  const dial = async () => new BenchClient(await connectTcp({ host: '127.0.0.1', port: state.port }))
  let session: string | undefined
  return {
    name: 'dapplex',
    open: async () => {
      const client = await dial()
      await client.open({ dapplexToken, dapplexAdapter: 'command', dapplexCommand: adapterCommand })
      session = await latestSession(state.socket)
      return client
    },
    join: async (id = session) => {
      const client = await dial()
      await client.request('initialize', EDITOR)
      const stopped = client.event('stopped')
      await client.request('attach', { dapplexToken, dapplexSession: id })
      await client.request('configurationDone')
      await stopped
      return client
    },
    agent: () => connect({ socketPath: state.socket, name: 'bench', kind: 'agent' }),
    residentBytes: () => residentBytes(daemon.pid ?? 0),
    cpuMicroseconds: () => cpuMicroseconds(daemon.pid ?? 0),
    end: () => {
      daemon.once('exit', () => rmSync(home, { recursive: true, force: true }))
      daemon.kill()
    },
  }
}

/** The id of the session that began last. */
async function latestSession(socketPath: string): Promise<string> {
  const client = await connect({ socketPath, name: 'bench', kind: 'agent' })
  const { sessions } = (await client.call('sessions_list', {})) as { sessions: { session_id: string; state: string }[] }
  client.close()
  return sessions.filter((one) => one.state !== 'exited').at(-1)?.session_id ?? ''
}

/** The first line that a process prints. @throws Error when it ends before */
export function firstLine(child: ChildProcess): Promise<string> {
  const stream = child.stdout ?? child.stderr
  if (stream === null) throw new Error('the process has no output to read')
  return new Promise((resolve, reject) => {
    createInterface({ input: stream }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the process ended with ${String(code)} before it was ready`)))
  })
}
