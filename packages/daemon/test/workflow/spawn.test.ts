import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeAdapter } from '@dapplex/adapter-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, untilGone } from '@dapplex/testkit'
import { addPrincipal } from '../../src/access/principals.js'
import type { RpcClient, RpcResult } from '../support/rpc-client.js'
import { tagProcesses } from '../support/tagged-processes.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

const program = fileURLToPath(new URL('../../../../fixtures/programs/node/orders.js', import.meta.url))
const { processes } = tagProcesses()
const workspace = mkdtempSync(join(tmpdir(), 'dapplex-spawn-'))
const configured = process.env['XDG_CONFIG_HOME']
const launch = { configuration: 'Wait', workspace }

/** A daemon with this configuration of the user, an agent with a token of its own, and the local user. */
async function started(workflow: Record<string, unknown>) {
  const config = mkdtempSync(join(tmpdir(), 'dapplex-config-'))
  mkdirSync(join(config, 'dapplex'))
  writeFileSync(join(config, 'dapplex', 'dapplex.jsonc'), JSON.stringify({ workflow }))
  process.env['XDG_CONFIG_HOME'] = config
  const host = await testDaemon({ modules: [nodeAdapter] })
  const claude = await host.agentWith(
    addPrincipal(join(host.home, 'principals.json'), { name: 'claude', role: 'operator' }),
  )
  const user = await host.agent('user&node=root')
  const stop = async () => {
    await host.stop()
    rmSync(config, { recursive: true })
  }
  return { host, claude, user, stop }
}

beforeAll(() => {
  mkdirSync(join(workspace, '.vscode'))
  const configurations = [
    { name: 'Wait', type: 'node', request: 'launch', program, args: ['wait'] },
    { name: 'Missing', type: 'node', request: 'launch', program: join(workspace, 'nowhere.js') },
    { name: 'Join', type: 'node', request: 'attach', port: 1 },
  ]
  writeFileSync(join(workspace, '.vscode', 'launch.json'), JSON.stringify({ configurations }))
})
afterAll(async () => {
  if (configured === undefined) delete process.env['XDG_CONFIG_HOME']
  else process.env['XDG_CONFIG_HOME'] = configured
  await untilGone(processes)
  rmSync(workspace, { recursive: true })
})

const typeOf = async (client: RpcClient, method: string, params: Record<string, unknown>) =>
  (await client.failure(method, params)).data?.['type']

/** The row of a node, once it has this status. */
async function nodeWith(client: RpcClient, id: unknown, status: string): Promise<RpcResult> {
  for (let version: number | undefined; ;) {
    const tree = await client.call('workflow_tree', version === undefined ? {} : { sinceVersion: version })
    const node = tree.nodes.find((one) => one.id === id)
    if (node?.status === status) return node
    version = tree.version
  }
}

describe('policy ask, the default', () => {
  let host: TestDaemon
  let claude: RpcClient
  let user: RpcClient
  let stop: () => Promise<void>
  beforeAll(async () => ({ host, claude, user, stop } = await started({})))
  afterAll(() => stop())

  test('workflow 17, 28, 29: another principal accepts, and the child runs a real named configuration', async () => {
    const { nodeId: own } = await claude.call('workflow_enter', { name: 'why does it wait' })
    const spec = { name: '  look deeper ', description: 'run it', launch, idempotencyKey: 'once' }
    const asked = await claude.call('request_spawn_workflow', spec)
    expect(asked).toEqual({
      _meta: { bytes: expect.any(Number) },
      requestId: expect.any(String),
      name: 'look deeper',
      description: 'run it',
      status: 'pending',
      expiresAt: expect.any(Number),
    })
    expect(must(asked.expiresAt) - Date.now()).toBeGreaterThan(290_000)
    const { requestId } = asked
    expect(await claude.call('request_spawn_workflow', spec), 'the same key is the same request').toEqual(asked)
    expect(await typeOf(claude, 'request_spawn_workflow', { ...spec, name: 'other' })).toBe('IDEMPOTENCY_CONFLICT')
    expect(await typeOf(claude, 'workflow_respond', { requestId, action: 'accept' }), 'its own requester').toBe(
      'FORBIDDEN',
    )
    const { requests } = await user.call('workflow_tree')
    expect(requests).toEqual([
      expect.objectContaining({ requestId, requester: 'claude', nodeId: own, configuration: 'Wait', workspace }),
    ])
    const accepted = await user.call('workflow_respond', { requestId, action: 'accept' })
    expect(accepted).toMatchObject({ requestId, status: 'started', sessionId: expect.stringMatching(/^s\d+$/) })
    expect(await claude.call('request_spawn_workflow', spec), 'the requester learns of it').toEqual(accepted)
    expect(await user.call('debug_state', { session_id: accepted.sessionId })).toMatchObject({ state: 'running' })
    const { nodes } = await claude.call('list_siblings_children', { type: 'children' })
    expect(nodes).toEqual([
      { id: accepted.nodeId, name: 'look deeper', status: 'running', kind: 'investigation', childCount: 1 },
    ])
    const below = await user.call('list_siblings_children', { type: 'children', _meta: { nodeId: accepted.nodeId } })
    expect(below.nodes).toMatchObject([
      { name: 'orders.js', kind: 'session', status: 'running', debugState: 'running' },
    ])
    await claude.call('workflow_finish', { nodeId: own, status: 'completed' })
    await nodeWith(user, accepted.nodeId, 'cancelled')
    expect(
      (await nodeWith(user, must(below.nodes[0]).id, 'cancelled')).debugState,
      'workflow 7: its program is ended',
    ).toBeDefined()
    await untilGone(() => processes().filter(({ command }) => command.includes(program)))
  })

  test('workflow 17, 29: declined, cancelled, and too late', async () => {
    await claude.call('workflow_enter', { name: 'asking' })
    const ask = (name: string) => claude.call('request_spawn_workflow', { name, description: '', idempotencyKey: name })
    const [no, back] = [await ask('no'), await ask('back')]
    expect(await typeOf(user, 'workflow_respond', { requestId: back.requestId, action: 'cancel' })).toBe('FORBIDDEN')
    expect(await user.call('workflow_respond', { requestId: no.requestId, action: 'decline' })).toMatchObject({
      status: 'rejected',
      reason: 'declined',
    })
    expect(await claude.call('workflow_respond', { requestId: back.requestId, action: 'cancel' })).toMatchObject({
      status: 'rejected',
      reason: 'cancelled',
    })
    expect(await ask('no')).toMatchObject({ status: 'rejected', reason: 'declined' })
    for (const requestId of [no.requestId, 'never-given'])
      expect(await typeOf(user, 'workflow_respond', { requestId, action: 'accept' })).toBe('APPROVAL_EXPIRED')
  })

  test('workflow 31: only named configurations, which launch', async () => {
    const spawn = (configuration: string) =>
      claude.failure('request_spawn_workflow', { name: 'x', description: '', launch: { configuration, workspace } })
    expect((await spawn('Wai')).data).toMatchObject({ type: 'CONFIGURATION_NOT_FOUND', nearest: 'Wait' })
  })

  test('workflow 5, 17: a launch that fails leaves a failed investigation, and says why', async () => {
    await claude.call('workflow_enter', { name: 'failing' })
    const spec = { name: 'broken', description: '', launch: { configuration: 'Missing', workspace } }
    const { requestId } = await claude.call('request_spawn_workflow', spec)
    const answer = await user.call('workflow_respond', { requestId, action: 'accept' })
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.stringContaining('INVALID_PATH') })
    expect(await nodeWith(user, answer.nodeId, 'failed')).toMatchObject({ statusMessage: answer.reason })
  })

  test('workflow 30: five at once for a top-level investigation', async () => {
    const eager = await host.agent('eager')
    const ask = { name: 'more', description: '' }
    for (let at = 0; at < 5; at++) await eager.call('request_spawn_workflow', ask)
    expect((await eager.failure('request_spawn_workflow', ask)).data).toMatchObject({
      type: 'SPAWN_RATE_LIMITED',
      limit: 5,
      refill_per_minute: 10,
      owner: expect.any(String),
      retry_after_ms: expect.any(Number),
    })
  })

  test('workflow 30: no investigation below depth 8', async () => {
    const deep = await host.agent('deep')
    for (let depth = 1; depth <= 8; depth++) await deep.call('workflow_enter', { name: `level ${depth}` })
    for (const [method, params] of [
      ['request_spawn_workflow', { name: 'deeper', description: '' }],
      ['workflow_enter', { name: 'deeper' }],
    ] as const)
      expect((await deep.failure(method, params)).data).toMatchObject({
        type: 'SPAWN_DEPTH_EXCEEDED',
        limit: 8,
        depth: 9,
      })
    await deep.close()
  })
})

describe('configured', () => {
  test('workflow 29, 30: requests expire, and quotas are as configured', async () => {
    const { claude, user, stop } = await started({ approval_ms: 1, live_children: 1 })
    await claude.call('workflow_enter', { name: 'impatient' })
    const spec = { name: 'x', description: '', idempotencyKey: 'k' }
    const { requestId } = await claude.call('request_spawn_workflow', spec)
    let tree = await claude.call('workflow_tree')
    while (tree.requests.length > 0) tree = await claude.call('workflow_tree', { sinceVersion: tree.version })
    expect((await user.failure('workflow_respond', { requestId, action: 'accept' })).data).toMatchObject({
      type: 'APPROVAL_EXPIRED',
      status: 'expired',
    })
    expect(await claude.call('request_spawn_workflow', spec)).toMatchObject({ status: 'rejected', reason: 'expired' })
    const { id } = await claude.call('inspect_current_node')
    await claude.call('workflow_enter', { name: 'the one child' })
    expect(
      (await claude.failure('request_spawn_workflow', { name: 'y', description: '', _meta: { nodeId: id } })).data,
    ).toMatchObject({ type: 'SPAWN_QUOTA_EXCEEDED', limit: 1, live: 1, what: 'children', owner: 'impatient' })
    await stop()
  })

  test('workflow 28: allow starts at once for whoever may launch; deny starts nothing', async () => {
    const allowing = await started({ spawn: 'allow' })
    const spec = { name: 'now', description: '', launch }
    expect(await typeOf(allowing.claude, 'request_spawn_workflow', spec), 'the role of a launch').toBe('FORBIDDEN')
    expect(await allowing.claude.call('request_spawn_workflow', { name: 'empty', description: '' })).toMatchObject({
      status: 'started',
      nodeId: expect.any(String),
    })
    expect(await allowing.user.call('request_spawn_workflow', spec)).toMatchObject({
      status: 'started',
      sessionId: expect.any(String),
    })
    await allowing.stop()
    const denying = await started({ spawn: 'deny' })
    expect(await typeOf(denying.claude, 'request_spawn_workflow', { name: 'x', description: '' })).toBe('SPAWN_DENIED')
    await denying.stop()
  })
})

describe('sessions in the tree', () => {
  test('workflow 2, 5, 6, 19, 20: a stopped program runs; a run to its end is completed; what was ended is cancelled; what never ran has failed', async () => {
    const { host, user, stop } = await started({})
    const agent = await host.agent('debugger')
    const { nodeId } = await agent.call('workflow_enter', { name: 'sessions' })
    const child = async (sessionId: string) => {
      const { nodes } = await agent.call('workflow_tree', { nodeId })
      return nodes.find((one) => one.sessionId === sessionId)
    }
    const first = await agent.call('debug_launch', { program, args: ['3'], stop_at_entry: true })
    const stopped = await child(first.session_id)
    expect(stopped).toMatchObject({
      status: 'running',
      debugState: 'stopped',
      stopEpoch: 1,
      parentId: nodeId,
      name: 'orders.js',
    })
    await agent.call('debug_continue', { session_id: first.session_id })
    expect(await nodeWith(user, stopped?.id, 'completed')).toMatchObject({ exitCode: 3, debugState: 'exited' })
    const { outputs } = await agent.call('inspect_prior_outputs', { nodeId: stopped?.id, count: 100 })
    const kinds = outputs.map(({ output }) => output.tool ?? output.kind)
    expect(kinds).toEqual(expect.arrayContaining(['end', 'debug_continue', 'stop', 'debug_launch']))

    const second = await agent.call('debug_launch', { program, args: ['wait'], wait_ms: 0 })
    const running = await child(second.session_id)
    await agent.call('debug_restart', { session_id: second.session_id, wait_ms: 0 })
    expect((await child(second.session_id))?.id, 'a restart keeps the node').toBe(running?.id)
    expect(await child(second.session_id)).toMatchObject({ status: 'running' })
    await agent.call('debug_disconnect', { session_id: second.session_id, terminate: true })
    await nodeWith(user, running?.id, 'cancelled')

    const refused = join(workspace, 'refused.js')
    writeFileSync(refused, 'process.exit(0)\n')
    await agent.failure('debug_launch', { program: refused, adapter_args: { runtimeExecutable: '/nowhere/node' } })
    const { nodes } = await agent.call('workflow_tree', { nodeId })
    expect(nodes.at(-1)).toMatchObject({ kind: 'session', name: 'refused.js', status: 'failed' })
    await stop()
  })
})
