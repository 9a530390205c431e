import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcClient } from '../support/rpc-client.js'
import { testDaemon, type TestDaemon } from '../support/test-daemon.js'

/** Every result counts its bytes. */
const SIZE = { bytes: expect.any(Number) as number }

let host: TestDaemon
let root: string
beforeAll(async () => {
  host = await testDaemon({ modules: [] })
  const reader = await host.agent('reader&node=root')
  root = (await reader.call('workflow_tree')).position
  await reader.close()
})
afterAll(() => host.stop())

const current = (agent: RpcClient) => agent.call('inspect_current_node')

describe('where a connection stands', () => {
  test('workflow 4, 9, 11, 12: two agents see each its own place; a node outside the view is like an unknown one', async () => {
    const [ada, bob] = [await host.agent('ada'), await host.agent('bob')]
    const [a, b] = [await current(ada), await current(bob)]
    expect(a).toEqual({
      _meta: SIZE,
      id: expect.any(String),
      name: 'ada',
      status: 'running',
      parentId: root,
      parentName: 'workspace',
      childCount: 0,
      depth: 1,
      kind: 'investigation',
    })
    expect([b.name, b.id === a.id, (await current(ada)).id]).toEqual(['bob', false, a.id])
    const { nodeId: below } = await bob.call('workflow_enter', { name: 'below bob' })
    const outside = await ada.failure('inspect_prior_outputs', { nodeId: below })
    const unknown = await ada.failure('inspect_prior_outputs', { nodeId: 'never-given' })
    expect([outside.data?.['type'], unknown.data?.['type']]).toEqual(['NODE_NOT_FOUND', 'NODE_NOT_FOUND'])
    expect(outside.message.replace(below, 'X')).toBe(unknown.message.replace('never-given', 'X'))
    expect(Object.keys(outside.data ?? {})).toEqual(Object.keys(unknown.data ?? {}))
    const { nodes } = await ada.call('list_siblings_children', { type: 'siblings' })
    expect(nodes).toContainEqual({ id: b.id, name: 'bob', status: 'running', kind: 'investigation', childCount: 1 })
    await Promise.all([ada.close(), bob.close()])
  })

  test('workflow 9, 13, 18: workflow_enter moves the connection, _meta.nodeId one call', async () => {
    const agent = await host.agent('walker')
    const { nodeId: outer } = await agent.call('workflow_enter', { name: 'outer', description: 'the bug' })
    const { nodeId: inner } = await agent.call('workflow_enter', { name: 'inner' })
    expect(await agent.call('read_ancestor_chain')).toEqual({
      _meta: SIZE,
      ancestors: [
        { id: outer, name: 'outer', status: 'running', depth: 1, kind: 'investigation', level: 1 },
        { id: root, name: 'workspace', status: 'running', depth: 2, kind: 'root', level: 0 },
      ],
      totalDepth: 2,
    })
    expect(await agent.call('read_ancestor_chain', { maxDepth: 0 })).toEqual({
      ancestors: [],
      totalDepth: 2,
      _meta: SIZE,
    })
    expect(await agent.call('inspect_current_node', { _meta: { nodeId: outer } })).toMatchObject({ id: outer })
    expect(await current(agent)).toMatchObject({ id: inner })
    expect(await agent.call('workflow_finish', { status: 'completed', result: { cause: 'x' } })).toEqual({
      _meta: SIZE,
      nodeId: inner,
      status: 'completed',
    })
    expect(await current(agent), 'back in the investigation around it').toMatchObject({ id: outer, childCount: 1 })
    await agent.call('workflow_finish', { status: 'failed', message: 'not reproduced' })
    expect(await current(agent), 'there is none around it but the root').toMatchObject({ id: outer, status: 'failed' })
    const { nodeId: next } = await agent.call('workflow_enter', { name: 'next' })
    expect(await current(agent)).toMatchObject({ id: next, parentId: root })
    await agent.close()
  })

  test('workflow 4, 9: when nobody is left it is idle, and is entered again by its id', async () => {
    const first = await host.agent('first')
    const { nodeId } = await first.call('workflow_enter', { name: 'to be continued' })
    await first.close()
    const second = await host.agent('second')
    const row = async () => {
      const { nodes } = await second.call('list_siblings_children', { type: 'siblings' })
      return nodes.find(({ id }) => id === nodeId)
    }
    expect(await row()).toMatchObject({ status: 'idle' })
    expect(await second.call('inspect_current_node', { _meta: { nodeId } })).toMatchObject({
      id: nodeId,
      status: 'running',
    })
    await second.close()
  })

  test('workflow 10: the command line stands at the root', async () => {
    const cli = await host.agent('cli&node=root')
    expect(await current(cli)).toEqual({
      _meta: SIZE,
      id: root,
      name: 'workspace',
      status: 'running',
      childCount: expect.any(Number),
      depth: 0,
      kind: 'root',
    })
    const { nodeId } = await cli.call('workflow_enter', { name: 'from here' })
    await cli.close()
    const there = await host.agent(`cli&node=${nodeId}`)
    expect(await current(there)).toMatchObject({ id: nodeId })
    await there.close()
    const nowhere = await host.agent('cli&node=nowhere')
    expect((await nowhere.failure('inspect_current_node')).data).toMatchObject({ type: 'NODE_NOT_FOUND' })
    await nowhere.close()
  })

  test.each([
    ['read_ancestor_chain', { maxDepth: -1 }, 'maxDepth'],
    ['read_ancestor_chain', { maxDepth: 1.5 }, 'maxDepth'],
    ['read_ancestor_chain', { maxDepth: '1' }, 'maxDepth'],
    ['list_siblings_children', {}, 'type'],
    ['list_siblings_children', { type: 'cousins' }, 'type'],
    ['list_siblings_children', { type: 'children', cursor: 'x' }, 'cursor'],
    ['inspect_prior_outputs', { count: 101 }, 'count'],
    ['inspect_prior_outputs', { count: 0.5 }, 'count'],
    ['inspect_cache_status', { promptHash: 'F'.repeat(64) }, 'promptHash'],
    ['inspect_cache_status', { promptHash: 'abc' }, 'promptHash'],
    ['request_spawn_workflow', { name: 'x' }, 'description'],
    ['request_spawn_workflow', { name: 'a/b', description: '' }, 'name'],
    ['workflow_enter', { name: 'x'.repeat(101) }, 'name'],
    ['output_record', { kind: 'finding' }, 'value'],
    ['cache_invalidate', {}, 'key'],
    ['inspect_current_node', { _meta: { nodeId: 7 } }, '_meta.nodeId'],
  ])('workflow 13, 14, 15, 16, 17, 18, 33: %s %j is -32602', async (method, params, field) => {
    const agent = await host.agent('careless')
    expect(await agent.failure(method, params)).toMatchObject({
      code: -32602,
      data: { type: 'INVALID_PARAMETER', field },
    })
    await agent.close()
  })

  test('workflow 1, 18: what has ended does not change; only the own branch can be ended', async () => {
    const [agent, other] = [await host.agent('ender'), await host.agent('other')]
    const { nodeId } = await agent.call('workflow_enter', { name: 'short' })
    const { nodeId: below } = await agent.call('workflow_enter', { name: 'below short' })
    const { id: own } = await current(other)
    expect((await other.failure('workflow_finish', { nodeId, status: 'completed' })).data).toMatchObject({
      type: 'FORBIDDEN',
    })
    expect((await other.failure('workflow_cancel', { nodeId: root })).data).toMatchObject({ type: 'FORBIDDEN' })
    await agent.call('workflow_cancel', { nodeId, reason: 'not needed', _meta: { nodeId } })
    const { nodes } = await agent.call('workflow_tree', { _meta: { nodeId } })
    const ended = nodes.filter(({ id }) => [nodeId, below].includes(id))
    expect(ended).toMatchObject([
      { status: 'cancelled', statusMessage: 'not needed' },
      { status: 'cancelled', statusMessage: '"short" was closed' },
    ])
    for (const [method, params] of [
      ['workflow_finish', { nodeId, status: 'completed', _meta: { nodeId } }],
      ['workflow_enter', { name: 'late', parentId: nodeId, _meta: { nodeId } }],
      ['request_spawn_workflow', { name: 'late', description: '', _meta: { nodeId } }],
    ] as const)
      expect((await agent.failure(method, params)).data, method).toMatchObject({ type: 'NODE_CLOSED', node_id: nodeId })
    expect(own).not.toBe(nodeId)
    await Promise.all([agent.close(), other.close()])
  })

  test('workflow 7: what asked to outlive the node above does', async () => {
    const agent = await host.agent('parent')
    const { nodeId } = await agent.call('workflow_enter', { name: 'parent' })
    const kept = await agent.call('workflow_enter', { name: 'kept', onParentClose: 'abandon', parentId: nodeId })
    await agent.call('workflow_finish', { nodeId, status: 'completed', _meta: { nodeId } })
    expect(await agent.call('inspect_current_node', { _meta: kept })).toMatchObject({ name: 'kept', status: 'running' })
    await agent.close()
  })

  test('workflow 15, 19, 20: every call leaves a record, failed ones too, but not the six', async () => {
    const agent = await host.agent('recorder')
    await agent.call('sessions_list')
    await agent.failure('stacktrace_get', { max_frame: 3 })
    await agent.failure('stacktrace_get')
    const { id: nodeId } = await current(agent)
    await agent.call('output_record', { kind: 'finding', value: { line: 7 } })
    const { outputs, totalAvailable } = await agent.call('inspect_prior_outputs', { nodeId, count: 100 })
    const shown = outputs.map(({ output }) => [output.tool ?? output.label, output.status])
    expect(shown).toEqual([
      ['finding', 'ok'],
      ['stacktrace_get', 'error'],
      ['stacktrace_get', 'error'],
      ['sessions_list', 'ok'],
    ])
    expect(totalAvailable).toBe(4)
    expect(outputs[1]).toEqual({
      seq: expect.any(Number),
      nodeId: expect.any(String),
      nodeName: 'recorder',
      status: 'running',
      output: {
        kind: 'tool',
        tool: 'stacktrace_get',
        params: { start_frame: 0, max_frames: 20 },
        status: 'error',
        error: expect.objectContaining({ data: expect.objectContaining({ type: 'NO_SESSION' }) }),
        durationMs: expect.any(Number),
        truncated: false,
        redactions: 0,
        untrusted: true,
      },
    })
    const page = await agent.call('inspect_prior_outputs', { count: 1 })
    expect(await agent.call('inspect_prior_outputs', { count: 1, cursor: page.nextCursor })).toMatchObject({
      outputs: [{ seq: outputs[1]?.seq }],
    })
    await agent.close()
  })

  test('workflow 21: one output has at most 32 KiB, one reply 256 KiB', async () => {
    const agent = await host.agent('talker')
    for (let at = 0; at < 12; at++) await agent.call('output_record', { kind: 'text', value: '🚀'.repeat(20_000) })
    const { id: nodeId } = await current(agent)
    const { outputs, totalAvailable } = await agent.call('inspect_prior_outputs', { nodeId, count: 100 })
    expect(outputs.length).toBeLessThan(12)
    expect(totalAvailable).toBe(12)
    expect(Buffer.byteLength(JSON.stringify(outputs))).toBeLessThanOrEqual(257 * 1024)
    for (const { output } of outputs) {
      expect(output.truncated).toBe(true)
      expect(Buffer.byteLength(output.value as string)).toBeLessThanOrEqual(32 * 1024)
      expect(output.value).toMatch(/^"(?:🚀)+$/u)
    }
    await agent.close()
  })

  test('workflow 16, 18, 22: what is put under a prompt is found by its key', async () => {
    const agent = await host.agent('thinker')
    const prompt = { user: 'Why is user null?', model: 'm', data: { frame: 0 } }
    const key = '0262d96987abae2efab42df41b27613029fb073822f26f7146af86f143aa1792'
    expect(await agent.call('cache_hash', { prompt })).toEqual({ key, _meta: SIZE })
    expect(await agent.call('inspect_cache_status', { promptHash: key })).toEqual({
      _meta: SIZE,
      exists: false,
      key,
      reason: 'never_stored',
    })
    expect(await agent.call('cache_put', { prompt, value: { answer: 42 }, ttlMs: 60_000 })).toEqual({
      key,
      _meta: SIZE,
    })
    expect(await agent.call('inspect_cache_status', { promptHash: key })).toEqual({
      _meta: SIZE,
      exists: true,
      key,
      kind: 'prompt',
      ageMs: expect.any(Number),
      expiresAt: expect.any(Number),
      sizeBytes: 13,
    })
    expect(await agent.call('cache_get', { key })).toEqual({ exists: true, key, value: { answer: 42 }, _meta: SIZE })
    expect(await agent.call('cache_invalidate', { key })).toEqual({ invalidated: 1, _meta: SIZE })
    expect(await agent.call('cache_get', { key })).toEqual({ exists: false, key, reason: 'invalidated', _meta: SIZE })
    await agent.close()
  })

  test('workflow_tree waits for a change', async () => {
    const agent = await host.agent('watcher&node=root')
    const { version } = await agent.call('workflow_tree')
    const changed = agent.call('workflow_tree', { sinceVersion: version, timeoutMs: 20_000 })
    const other = await host.agent('changer')
    const { nodeId } = await other.call('workflow_enter', { name: 'seen' })
    expect((await changed).nodes).toContainEqual(expect.objectContaining({ id: nodeId, status: 'running' }))
    await Promise.all([agent.close(), other.close()])
  })
})
