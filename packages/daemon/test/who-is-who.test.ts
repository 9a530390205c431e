import { fileURLToPath } from 'node:url'
import { DapClient } from '@dapplex/testkit'
import { connectUnixSocket, connectWebSocket } from '@dapplex/transport'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from './support/end-sessions.js'
import { RpcClient, type RpcResult } from './support/rpc-client.js'
import { testDaemon, type TestDaemon } from './support/test-daemon.js'

const program = fileURLToPath(new URL('../../../fixtures/programs/node/orders.js', import.meta.url))
const line = 15
let host: TestDaemon
beforeAll(async () => (host = await testDaemon()))
afterAll(() => host.stop())
afterEach(() => endSessions(host))

const headers = () => ({ authorization: `Bearer ${host.daemon.token}` })
const address = (path: string) => `ws://127.0.0.1:${host.daemon.state.port}${path}`

type Call = (tool: string, params?: Record<string, unknown>) => Promise<RpcResult>
interface Caller {
  /** The result, or the error's data. */
  readonly call: Call
  readonly close: () => Promise<void>
}

/** `/rpc`; a failure is its data. */
async function rpc(query: string): Promise<Caller> {
  const client = new RpcClient(await connectWebSocket(address(`/rpc?${query}`), { headers: headers() }))
  const call: Call = (tool, params) =>
    client.call(tool, params).catch((error: unknown) => (error as { error: { data?: object } }).error.data)
  return { call, close: () => client.close() }
}

/** As `dapplex call`: a connection for each call. */
const oneShot = (name: string): Promise<Caller> =>
  Promise.resolve({
    call: async (tool, params) => {
      const { call, close } = await rpc(`name=${name}&presence=oneCall`)
      const result: unknown = await call(tool, params)
      await close()
      return result
    },
    close: () => Promise.resolve(),
  })

/** As `dapplex mcp`: lines over a WebSocket. */
async function mcp(query: string, clientName: string): Promise<Caller> {
  const client = new RpcClient(await connectWebSocket(address(`/mcp?tools=all&${query}`), { headers: headers() }))
  await client.call('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: clientName, version: '1' },
  })
  client.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const call: Call = async (name, args = {}) => {
    const answer: { structuredContent?: { error?: { data?: unknown } }; content?: unknown } = await client.call(
      'tools/call',
      { name, arguments: args },
    )
    const { structuredContent, content } = answer
    return structuredContent?.error?.data ?? structuredContent ?? content
  }
  return { call, close: () => client.close() }
}

async function stopped() {
  const launcher = await rpc('name=launcher')
  const { session_id } = await launcher.call('debug_launch', { program, breakpoints: [{ file: program, line }] })
  const stop = await launcher.call('wait_for_stop', { session_id })
  return { launcher, session_id: String(session_id), stop }
}

describe('mux 19: control between the ways in', () => {
  test.each([
    { why: 'two named agents', one: () => rpc('name=a'), two: () => rpc('name=b'), shares: false },
    { why: 'two connections of a named agent', one: () => rpc('name=a'), two: () => rpc('name=a'), shares: true },
    { why: 'two agents without a name', one: () => rpc(''), two: () => rpc(''), shares: false },
    { why: 'calls of one command line', one: () => oneShot('cli'), two: () => oneShot('cli'), shares: true },
    { why: 'two command lines with names', one: () => oneShot('x'), two: () => oneShot('y'), shares: false },
    { why: 'two copies of one MCP client', one: () => mcp('', 'claude'), two: () => mcp('', 'claude'), shares: false },
    {
      why: 'two connections of an MCP client with a name',
      one: () => mcp('name=m', 'claude'),
      two: () => mcp('name=m', 'claude'),
      shares: true,
    },
    { why: 'an agent and a terminal', one: () => rpc('name=a'), two: () => rpc('name=t&kind=terminal'), shares: true },
  ])('$why: the second one may step: $shares', async ({ one, two, shares }) => {
    const { launcher, session_id } = await stopped()
    const [first, second] = [await one(), await two()]
    expect(await first.call('control_acquire', { session_id, reason: 'a test' })).toMatchObject({ is_mine: true })
    expect(await first.call('control_status', { session_id })).toMatchObject({ is_mine: true })
    const step = await second.call('debug_step', { session_id, action: 'over' })
    expect(step).toMatchObject(shares ? { state: 'stopped' } : { type: 'CONTROL_HELD' })
    // Calls of a command line keep control: without this nobody else could end the program.
    await first.call('control_release', { session_id })
    for (const caller of [first, second, launcher]) await caller.close()
  })
})

describe('mux 18: who is who', () => {
  test('the breakpoints of a launch are set by its caller', async () => {
    const { launcher, session_id } = await stopped()
    const { breakpoints } = await launcher.call('breakpoint_list', { session_id })
    expect(breakpoints).toMatchObject([{ line, set_by: { name: 'launcher', kind: 'agent' } }])
    const { clients } = await launcher.call('clients_list', { session_id })
    expect(clients).toMatchObject([{ name: 'launcher' }])
    await launcher.close()
  })

  test('editors on one session have names of their own', async () => {
    const { launcher, session_id } = await stopped()
    const join = async (hello: Record<string, unknown>, more: Record<string, unknown>) => {
      const editor = new DapClient(await connectUnixSocket(host.daemon.state.socket), { name: 'editor' })
      await editor.expectSuccess('dapplex_hello', { session: session_id, ...hello })
      await editor.expectSuccess('initialize', { adapterID: 'node', clientName: 'code-server' })
      await editor.expectSuccess('attach', more)
      return editor
    }
    const editors = [
      await join({}, {}),
      await join({}, {}),
      await join({}, { dapplexName: 'my laptop' }),
      await join({ name: 'left window' }, {}),
    ]
    const { clients } = await launcher.call('clients_list', { session_id })
    expect((clients as { name: string }[]).map(({ name }) => name)).toEqual([
      'launcher',
      'code-server',
      'code-server 2',
      'my laptop',
      'left window',
    ])
    for (const one of [...editors, launcher]) await one.close()
  })
})

describe('surface: which session a call without session_id means', () => {
  test(
    "not the end of a stranger's session, not a stranger's session after a failed launch",
    { timeout: 240_000 },
    async () => {
      const { launcher, session_id } = await stopped()
      const failed = await rpc('name=failed')
      const newcomer = await rpc('name=newcomer')
      expect(await failed.call('debug_launch', { program: '/no/such/program.js' })).toMatchObject({
        type: 'INVALID_PATH',
      })
      expect(await failed.call('debug_state')).toMatchObject({ state: 'not_attached' })
      expect(await failed.call('wait_for_stop')).toMatchObject({ type: 'NO_SESSION', candidates: [session_id] })
      expect(await newcomer.call('debug_state')).toMatchObject({ state: 'stopped' })
      await launcher.call('debug_disconnect', { session_id, terminate: true })
      const late = await rpc('name=late')
      expect(await late.call('debug_state')).toMatchObject({ state: 'not_attached' })
      expect((await late.call('wait_for_stop')).ended).toContain(session_id)
      expect(await launcher.call('debug_state')).toMatchObject({ state: 'exited' })
      for (const caller of [launcher, failed, newcomer, late]) await caller.close()
    },
  )
})
