import { DapClient, fixture, openSession, spawnAdapter } from '@dapplex/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

let daemon: DaemonHome
beforeAll(async () => (daemon = await makeDaemonHome()))
afterAll(() => daemon.end())

/** `dapplex dap`, as an editor runs an adapter. These tests never close its stdin. */
async function openAdapter(...args: readonly string[]) {
  const [command, main] = daemon.command
  return spawnAdapter({ command, args: [main, 'dap', ...args], env: { DAPPLEX_HOME: daemon.home } })
}

describe('dapplex dap as an editor’s adapter', () => {
  test('mux 11: dapplex dap ends after disconnect, although its stdin is still open', async () => {
    const adapter = await openAdapter('--adapter', 'node')
    const client = new DapClient(adapter.port, { name: 'editor' })
    const { started } = await openSession(client, {
      request: 'launch',
      arguments: { program: fixture('programs/node/orders.js'), stopOnEntry: true },
      exceptionFilters: [],
    })
    expect(await started).toMatchObject({ success: true })
    await client.waitForEvent('stopped')
    await client.expectSuccess('disconnect', { terminateDebuggee: true })
    expect(await adapter.exited).toBe(0)
  })

  test('an unknown adapter: initialize fails with the reason, and dapplex dap ends after disconnect', async () => {
    const adapter = await openAdapter('--adapter', 'nonesuch')
    const client = new DapClient(adapter.port, { name: 'editor' })
    const refused = await client.expectFailure('initialize', { adapterID: 'x' })
    expect(refused.message).toContain('nonesuch')
    await client.request('disconnect', {})
    expect(await adapter.exited).toBe(0)
  })
})
