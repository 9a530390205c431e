import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { genericAdapters } from '@dapplex/adapters-generic'
import type { AdapterModule } from '@dapplex/protocol'
import { DapClient } from '@dapplex/testkit'
import { connectTcp, connectUnixSocket, connectWebSocket } from '@dapplex/transport'
import { startDaemon, type DaemonOptions, type RunningDaemon } from '../../src/start-daemon.js'
import { RpcClient } from './rpc-client.js'

/** A daemon in this process with a state folder of its own, and clients of both kinds. */
export interface TestDaemon {
  readonly daemon: RunningDaemon
  readonly home: string
  /** An agent with the token of somebody else. */
  agentWith(token: string): Promise<RpcClient>
  dapOverTcp(name?: string): Promise<DapClient>
  dapOverSocket(name?: string): Promise<DapClient>
  agent(name?: string): Promise<RpcClient>
  terminal(name?: string): Promise<RpcClient>
  /** Ends the daemon and removes its folder. */
  stop(): Promise<void>
}

export async function testDaemon(options: Partial<DaemonOptions> = {}): Promise<TestDaemon> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'dapplex-daemon-'))
  const daemon = await startDaemon({ version: '0.0.0-test', home, logLevel: 'debug', ...options })
  const { port, socket } = daemon.state
  const rpc = async (kind: string, name: string, token = daemon.token) => {
    const headers = { authorization: `Bearer ${token}` }
    return new RpcClient(await connectWebSocket(`ws://127.0.0.1:${port}/rpc?kind=${kind}&name=${name}`, { headers }))
  }
  return {
    daemon,
    home,
    agentWith: (token) => rpc('agent', '', token),
    dapOverTcp: async (name = 'tcp') => new DapClient(await connectTcp({ host: '127.0.0.1', port }), { name }),
    dapOverSocket: async (name = 'socket') => new DapClient(await connectUnixSocket(socket), { name }),
    agent: (name = 'agent-1') => rpc('agent', name),
    terminal: (name = 'terminal-1') => rpc('terminal', name),
    stop: async () => {
      await daemon.stop('the test is over')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export function genericAdapter(id: string): AdapterModule {
  const found = genericAdapters.find(({ definition }) => definition.id === id)
  if (found === undefined) throw new Error(`no generic adapter ${id}`)
  return found
}
