import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
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

test('the setting "port": a daemon has it however it is started, and again after daemon stop', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const port = portOf(free)
  free.close()
  await once(free, 'close')
  const config = join(daemon.home, 'config')
  mkdirSync(join(config, 'dapplex'), { recursive: true })
  writeFileSync(join(config, 'dapplex', 'dapplex.jsonc'), JSON.stringify({ port }))
  daemon.env['XDG_CONFIG_HOME'] = config
  expect((await daemon.dapplex('daemon', 'start')).stdout).toContain(`127.0.0.1:${port},`)
  await daemon.dapplex('daemon', 'stop')
  expect((await daemon.dapplex('call', 'sessions_list')).exitCode).toBe(0)
  expect((await daemon.dapplex('daemon', 'start')).stdout).toContain(`127.0.0.1:${port}\n`)
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
  test('a token in its environment goes into no daemon, no adapter and no program', async () => {
    daemon.env['DAPPLEX_TOKEN'] = 'a-token-of-somebody'
    const { stdout } = await daemon.dapplex('launch', '--detach', '--stop-at-entry', orders)
    const expression = 'String(process.env.DAPPLEX_TOKEN) + process.env.DAPPLEX_HOME'
    const shown = await daemon.dapplex('call', 'evaluate', `session_id=${stdout.trim()}`, `expression=${expression}`)
    expect(JSON.parse(shown.stdout)).toMatchObject({ result: `'undefined${daemon.home}'` })
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
    const { stdout } = await daemon.dapplex('status', '--verbose')
    expect(stdout).toMatch(/up for \d+ s, [\d.]+ MiB in memory, \d+ connections/)
    const row = stdout.split('\n').find((line) => /^s1 .*MiB|^s1 .*KiB/.test(line) && !line.includes(orders))
    expect(row?.split(/ {2,}/)).toEqual(['s1', '1', ...Array<unknown>(8).fill(expect.stringMatching(/^[\d./]+/))])
    const told = await daemon.dapplex('status', '--verbose', '--json')
    expect(JSON.parse(told.stdout)).toMatchObject({
      costs: {
        memory_bytes: expect.any(Number),
        sessions: [
          {
            session_id: 's1',
            clients: 1,
            messages: { from_adapter: expect.any(Number), to_clients: expect.any(Number) },
            journal_bytes: expect.any(Number),
            processes: expect.any(Number),
          },
        ],
      },
    })
    await client.expectSuccess('disconnect', { terminateDebuggee: true })
    await adapter.exited
  })
})
