import { DapClient, emit, fixture, openSession, respond, scriptedProcess, spawnAdapter } from '@dapplex/testkit'
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

test('an adapter that can go back is asked to: by an editor, an agent and the terminal', async () => {
  const stopped = (reason: string) => emit('stopped', { reason, threadId: 1, allThreadsStopped: true })
  const scripted = scriptedProcess({
    capabilities: { supportsStepBack: true },
    on: {
      configurationDone: [respond(), stopped('breakpoint')],
      stepBack: [respond(), stopped('step')],
      reverseContinue: [respond(), stopped('breakpoint')],
    },
  })
  const { command, args } = scripted.command
  const adapter = await openAdapter()
  const editor = new DapClient(adapter.port, { name: 'editor' })
  const { started } = await openSession(editor, {
    request: 'launch',
    arguments: { dapplexAdapter: 'command', dapplexCommand: [command, ...args] },
    exceptionFilters: [],
  })
  expect(await started).toMatchObject({ success: true })
  await editor.waitForEvent('stopped')
  expect((await editor.waitForEvent('capabilities')).body.capabilities).toMatchObject({ supportsStepBack: true })
  const moves = () =>
    scripted
      .received()
      .flatMap((message) => ('command' in message && 'arguments' in message ? [String(message.command)] : []))
      .filter((name) => /back|reverse|select/i.test(name))
  for (const move of ['stepBack', 'reverseContinue'] as const) {
    const mark = editor.mark()
    await editor.expectSuccess(move, { threadId: 1 })
    await editor.waitForEvent('stopped', undefined, { after: mark })
  }
  expect(moves()).toEqual(['stepBack', 'reverseContinue'])
  const back = await daemon.dapplex('call', 'debug_step', '{"action": "back", "wait": true}')
  expect(JSON.parse(back.stdout)).toMatchObject({ state: 'stopped', reason: 'step' })
  const reverse = await daemon.dapplex('call', 'debug_continue', '{"reverse": true, "wait": true}')
  expect(JSON.parse(reverse.stdout)).toMatchObject({ state: 'stopped', reason: 'breakpoint' })
  expect(await daemon.dapplex('attach', '--exec', 'back', '--exec', 'rc')).toMatchObject({ exitCode: 0, stderr: '' })
  expect(moves()).toEqual(Array.from({ length: 3 }, () => ['stepBack', 'reverseContinue']).flat())
  await editor.expectSuccess('disconnect', { terminateDebuggee: true })
  expect(await adapter.exited).toBe(0)
  scripted.dispose()
})
