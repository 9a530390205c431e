import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DapClient, fixture, openSession, portOf, spawnAdapter } from '@dapplex/testkit'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

const orders = fixture('programs/node/orders.js')
let daemon: DaemonHome
beforeEach(async () => (daemon = await makeDaemonHome()))
afterEach(() => daemon.end())

test('daemon start on a port that is taken fails with the reason', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = portOf(other)
  const { exitCode, stderr } = await daemon.dapplex('daemon', 'start', '--port', String(port))
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: `error: port ${port} on 127.0.0.1 is taken by another program; choose another one, or 0 to have one chosen\n`,
  })
  other.close()
})

/** A daemon of another version, in a process of its own, as after an update. */
const OTHER = `
  import { startDaemon } from ${JSON.stringify(new URL('../../daemon/dist/index.js', import.meta.url).href)}
  const daemon = await startDaemon({ version: '0.0.1-old' })
  process.once('SIGTERM', () => void daemon.stop('SIGTERM'))
  process.stdout.write('up')
`

test('a daemon of another version: each command warns, and daemon stop ends it', async () => {
  const other = spawn(process.execPath, ['--input-type=module', '-e', OTHER], { env: daemon.env })
  await once(other.stdout, 'data')
  const called = await daemon.dapplex('call', 'sessions_list')
  expect(called.exitCode).toBe(0)
  expect(JSON.parse(called.stdout)).toEqual({ sessions: [], _meta: { bytes: 15 } })
  expect(called.stderr).toMatch(/^warning: the running daemon is dapplex 0\.0\.1-old, .*`dapplex daemon stop`/)
  const ended = once(other, 'exit')
  expect(await daemon.dapplex('daemon', 'stop')).toMatchObject({ exitCode: 0, stdout: 'Stopped.\n' })
  await ended
  expect((await daemon.dapplex('call', 'sessions_list')).stderr).toBe('')
})

describe('what a command prints', () => {
  test('launch --json --detach: the whole result', async () => {
    const { stdout } = await daemon.dapplex('launch', '--json', '--detach', '--stop-at-entry', orders)
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      session_id: 's1',
      pid: expect.any(Number),
      state: 'stopped',
    })
    expect((await daemon.dapplex('launch', '--detach', '--stop-at-entry', orders)).stdout).toBe('s2\n')
  })
  test('status shows the program of a session that an editor started through dapplex dap', async () => {
    const [command, main] = daemon.command
    const args = [main, 'dap', '--adapter', 'node']
    const adapter = await spawnAdapter({ command, args, env: { DAPPLEX_HOME: daemon.home } })
    const client = new DapClient(adapter.port, { name: 'editor' })
    await openSession(client, {
      request: 'launch',
      arguments: { program: orders, stopOnEntry: true },
      exceptionFilters: [],
    })
    await client.waitForEvent('stopped')
    expect((await daemon.dapplex('status')).stdout).toContain(orders)
    await client.expectSuccess('disconnect', { terminateDebuggee: true })
    await adapter.exited
  })
})
