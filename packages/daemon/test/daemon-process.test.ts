import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { must, untilGone } from '@dapplex/testkit'
import { connectWebSocket } from '@dapplex/transport'
import { readDaemonState, type DaemonState } from '../src/index.js'
import { RpcClient } from './support/rpc-client.js'
import { tagProcesses } from './support/tagged-processes.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/python/orders.py', import.meta.url))
const built = new URL('../dist/index.js', import.meta.url).href
const script = `
  import { startDaemon } from '${built}'
  const daemon = await startDaemon({ version: '0.0.0-test', idleExitMs: 600_000 })
  process.stdout.write('ready')
  process.once('SIGTERM', () => void daemon.stop('the daemon got SIGTERM'))`

const { processes } = tagProcesses()
let home: string
let child: ChildProcess
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dapplex-process-'))
  child = startProcess()
})
afterEach(async () => {
  child.kill('SIGKILL')
  await untilGone(processes)
  rmSync(home, { recursive: true })
})

function startProcess(): ChildProcess {
  const env = { ...process.env, DAPPLEX_HOME: home }
  return spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** What the daemon has written about itself, once it says that it is ready. */
async function running(): Promise<DaemonState> {
  await once(must(child.stdout), 'data')
  const state = await readDaemonState(home)
  if (state === undefined) throw new Error('the daemon is ready and has written no daemon.json')
  return state
}

async function launched(): Promise<RpcClient> {
  const { socket } = await running()
  const agent = new RpcClient(await connectWebSocket(`ws+unix:${socket}:/rpc`))
  await agent.call('debug_launch', { program, adapter: 'debugpy', stop_at_entry: true })
  expect(processes().length).toBeGreaterThan(1)
  return agent
}

describe('a daemon in a process of its own', () => {
  test('mux 27: told to end, it ends its session and itself, and leaves only journals, recordings, log and token', async () => {
    const agent = await launched()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await agent.closed
    expect(processes()).toEqual([])
    expect(readdirSync(home).sort()).toEqual(['journal', 'log', 'recordings', 'sessions', 'token'])
  })

  test('killed, it leaves no process; the next one starts with what it left behind', async () => {
    const agent = await launched()
    child.kill('SIGKILL')
    await agent.closed
    await untilGone(processes)
    expect(await readDaemonState(home)).toBeUndefined()
    child = startProcess()
    expect((await running()).pid).toBe(child.pid)
  })
})
