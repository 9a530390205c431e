import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Client } from '@dapplex/client'
import { connectTcp } from '@dapplex/transport'
import { latestAdapterCommand } from './adapter-process.js'
import { BenchClient, EDITOR, type Launch } from './bench-client.js'
import { cpuMicroseconds, residentBytes } from './process-usage.js'
import { ADAPTER_COMMAND, firstLine, type ServedRoute } from './routes.js'

const MAIN = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url))

export interface DapplexRoute extends ServedRoute {
  /** An editor that launches a program with one of dapplex's adapters. */
  launch(adapter: string, launch: Launch): Promise<BenchClient>
  /** The command line of the adapter that was started last. */
  adapterCommand(): readonly string[]
  /** The id of the session that began last. */
  latestSession(): Promise<string>
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
  const daemon = spawn(process.execPath, [MAIN, 'daemon', 'run', '--log-level', 'error'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DAPPLEX_HOME: home, XDG_CONFIG_HOME: home },
  })
  await firstLine(daemon)
  const state = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8')) as { port: number; socket: string }
  const dapplexToken = readFileSync(join(home, 'token'), 'utf8').trim()
  const dial = async () => new BenchClient(await connectTcp({ host: '127.0.0.1', port: state.port }))
  const agent = () => connect({ socketPath: state.socket, name: 'bench', kind: 'agent' })
  const launch = async (dapplexAdapter: string, { args, ...how }: Launch) => {
    const client = await dial()
    await client.open({ ...how, args: { ...args, dapplexToken, dapplexAdapter } })
    return client
  }
  let session: string | undefined
  return {
    name: 'dapplex',
    open: async () => {
      const client = await launch('command', { args: { dapplexCommand: ADAPTER_COMMAND } })
      session = await latestSession(agent)
      return client
    },
    launch,
    adapterCommand: () => latestAdapterCommand(daemon.pid ?? 0),
    latestSession: () => latestSession(agent),
    join: async (id = session) => {
      const client = await dial()
      await client.request('initialize', EDITOR)
      const stopped = client.event('stopped')
      await client.request('attach', { dapplexToken, dapplexSession: id })
      await client.request('configurationDone')
      await stopped
      return client
    },
    agent,
    residentBytes: () => residentBytes(daemon.pid ?? 0),
    cpuMicroseconds: () => cpuMicroseconds(daemon.pid ?? 0),
    end: () => {
      daemon.once('exit', () => rmSync(home, { recursive: true, force: true }))
      daemon.kill()
    },
  }
}

async function latestSession(agent: () => Promise<Client>): Promise<string> {
  const client = await agent()
  const { sessions } = (await client.call('sessions_list', {})) as { sessions: { session_id: string; state: string }[] }
  client.close()
  return sessions.filter((one) => one.state !== 'exited').at(-1)?.session_id ?? ''
}
