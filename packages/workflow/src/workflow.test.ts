import { ToolError } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { packing } from '../test/packing.js'
import { makeRedactor } from './redaction/redact.js'
import { DEFAULT_SPAWN_LIMITS, type SpawnLimits } from './tree/spawn-limits.js'
import { ancestorChain, currentNode, listNodes, visibleNode } from './tree/introspection.js'
import { DEFAULT_RETENTION } from './tree/retention.js'
import { openWorkflow } from './workflow.js'

function makeWorkflow(limits: Partial<SpawnLimits> = {}) {
  const clock = { now: 1_000 }
  let ids = 0
  const workflow = openWorkflow([], () => undefined, {
    now: () => clock.now,
    newId: () => `n${++ids}`,
    workspace: 'shop',
    redact: makeRedactor({}),
    limits: { ...DEFAULT_SPAWN_LIMITS, ...limits },
    retention: DEFAULT_RETENTION,
    packing,
  })
  const { nodes } = workflow
  const root = nodes.tree.root.id
  const enter = (name: string, parentId = root) =>
    nodes.create({ kind: 'investigation', name, origin: 'entered', parentId })
  const launch = (parentId: string) =>
    nodes.create({ kind: 'session', name: 'app.js', origin: 'launched', parentId, sessionId: 's1' })
  return { ...workflow, clock, root, enter, launch }
}

/** The type of the error that `act` throws. */
function errorOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof ToolError) return error.type
    throw error
  }
  return 'nothing thrown'
}

describe('nodes', () => {
  test('workflow 3, 12: the root has depth 0 and no parent fields', () => {
    const { nodes, root } = makeWorkflow()
    expect(currentNode(nodes.tree, root)).toEqual({
      id: root,
      name: 'shop',
      status: 'running',
      childCount: 0,
      depth: 0,
      kind: 'root',
    })
  })
  test('workflow 1: a terminal status never changes', () => {
    const { nodes, enter } = makeWorkflow()
    const { id } = enter('a')
    nodes.end(id, { status: 'completed' })
    expect(errorOf(() => nodes.end(id, { status: 'failed' }))).toBe('NODE_CLOSED')
    expect(errorOf(() => enter('below', id))).toBe('NODE_CLOSED')
    expect(nodes.known(id).status).toBe('completed')
  })
  test('workflow 7: finishing cancels what hangs below, but not a session that was merely launched', () => {
    const { nodes, enter, launch } = makeWorkflow()
    const parent = enter('parent')
    const child = enter('child', parent.id)
    const session = launch(parent.id)
    nodes.end(parent.id, { status: 'completed' })
    expect(nodes.known(child.id)).toMatchObject({ status: 'cancelled', statusMessage: '"parent" was closed' })
    expect(nodes.known(session.id).status).toBe('running')
  })
  test('workflow 7: a spawned session below a closed investigation is to be ended', () => {
    const { nodes, enter } = makeWorkflow()
    const parent = enter('parent')
    nodes.create({ kind: 'session', name: 'app', origin: 'spawned', parentId: parent.id, sessionId: 's7' })
    expect(nodes.end(parent.id, { status: 'completed' })).toEqual(['s7'])
  })
  test('workflow 8: ended leaves go after a day, oldest first, and no ancestor of a live node', () => {
    const { nodes, enter, clock } = makeWorkflow()
    const old = enter('old')
    nodes.end(old.id, { status: 'completed' })
    const kept = enter('kept')
    const live = nodes.create({ kind: 'session', name: 'live', origin: 'launched', parentId: kept.id, sessionId: 's1' })
    nodes.end(kept.id, { status: 'completed' })
    clock.now += DEFAULT_RETENTION.endedMs + 1
    nodes.end(enter('later').id, { status: 'completed' })
    expect([nodes.tree.get(old.id), nodes.tree.get(kept.id)?.id, nodes.tree.get(live.id)?.id]).toEqual([
      undefined,
      kept.id,
      live.id,
    ])
  })
})

describe('position', () => {
  test('workflow 11: self, descendants, siblings and ancestors are visible; a cousin is like an unknown id', () => {
    const { nodes, enter, root } = makeWorkflow()
    const [a, b] = [enter('a'), enter('b')]
    const [below, cousin] = [enter('below', a.id), enter('cousin', b.id)]
    const sees = (id: string) => errorOf(() => visibleNode(nodes.tree, { from: a.id, id }))
    expect([a.id, below.id, b.id, root].map(sees)).toEqual(Array(4).fill('nothing thrown'))
    expect([cousin.id, 'never'].map(sees)).toEqual(['NODE_NOT_FOUND', 'NODE_NOT_FOUND'])
  })
  test('workflow 13: ancestors, near to far', () => {
    const { nodes, enter, root } = makeWorkflow()
    const a = enter('a')
    const b = enter('b', a.id)
    const chain = (maxDepth?: number) =>
      ancestorChain(nodes.tree, { from: b.id, ...(maxDepth === undefined ? {} : { maxDepth }) })
    expect(chain()).toEqual({
      ancestors: [
        { id: a.id, name: 'a', status: 'running', depth: 1, kind: 'investigation', level: 1 },
        { id: root, name: 'shop', status: 'running', depth: 2, kind: 'root', level: 0 },
      ],
      totalDepth: 2,
    })
    expect(chain(0)).toEqual({ ancestors: [], totalDepth: 2 })
    expect(chain(1)).toMatchObject({ ancestors: [{ id: a.id }], totalDepth: 2 })
  })
  test('workflow 14: lists are in creation order, self excluded, in pages of 200, with the debuggee’s state', () => {
    const { nodes, enter, root } = makeWorkflow()
    const all = Array.from({ length: 201 }, (_, at) => enter(`i${at}`))
    const first = listNodes(nodes.tree, { from: root, type: 'children' }, () => undefined) as {
      nodes: unknown[]
      nextCursor: string
    }
    expect([first.nodes.length, first.nextCursor]).toEqual([200, '200'])
    const rest = listNodes(nodes.tree, { from: root, type: 'children', cursor: first.nextCursor }, () => undefined)
    expect(rest).toEqual({
      type: 'children',
      nodes: [{ id: all[200]?.id, name: 'i200', status: 'running', kind: 'investigation', childCount: 0 }],
    })
    const siblings = listNodes(nodes.tree, { from: all[0]?.id ?? '', type: 'siblings' }, () => undefined)
    expect(siblings.nodes[0]?.name).toBe('i1')
  })
  test('workflow 2, 14: a paused program’s node is running', () => {
    const { nodes, enter, launch } = makeWorkflow()
    const a = enter('a')
    launch(a.id)
    expect(
      listNodes(nodes.tree, { from: a.id, type: 'children' }, () => ({ debugState: 'stopped', stopEpoch: 3 })),
    ).toMatchObject({
      nodes: [{ status: 'running', debugState: 'stopped', stopEpoch: 3 }],
    })
  })
})

describe('outputs', () => {
  test('workflow 15: own, below and ended siblings, newest first; not of live siblings', () => {
    const { nodes, outputs, enter } = makeWorkflow()
    const [a, live, ended] = [enter('a'), enter('live'), enter('ended')]
    const below = enter('below', a.id)
    for (const node of [a, below, live, ended])
      outputs.record(node.id, { kind: 'record', status: 'ok', value: node.name })
    nodes.end(ended.id, { status: 'completed' })
    const { outputs: shown, totalAvailable } = outputs.prior({ from: a.id, count: 100 })
    expect(shown.map((one) => one.nodeName)).toEqual(['ended', 'below', 'a'])
    expect([totalAvailable, shown[0]?.status]).toEqual([3, 'completed'])
    expect(outputs.prior({ from: a.id, count: 0 })).toEqual({ outputs: [], totalAvailable: 3 })
  })
  test('workflow 20: an output is found at the caller’s node and at the session’s', () => {
    const { outputs, enter, launch } = makeWorkflow()
    const a = enter('a')
    const session = launch(a.id)
    outputs.record(
      a.id,
      { kind: 'tool', tool: 'evaluate', params: { expression: 'x' }, status: 'ok', value: { result: '1' } },
      session.id,
    )
    expect(outputs.prior({ from: session.id, nodeId: session.id, count: 1 })).toMatchObject({
      outputs: [
        {
          nodeId: a.id,
          output: { tool: 'evaluate', value: { result: '1' }, truncated: false, redactions: 0, untrusted: true },
        },
      ],
      totalAvailable: 1,
    })
  })
  test('workflow 21: secrets are out before it is cut', () => {
    const { outputs, enter } = makeWorkflow()
    const a = enter('a')
    expect(
      outputs.record(a.id, { kind: 'record', status: 'ok', value: { password: 'p'.repeat(40_000) } }).output,
    ).toMatchObject({ value: { password: '[REDACTED]' }, redactions: 1, truncated: false })
  })
})

describe('spawning', () => {
  const spec = { requester: 'agent-1', name: 'look deeper', description: 'why is it null' }
  test('workflow 28, 29: ask: it waits for another principal; its own requester cannot accept', () => {
    const { spawning, enter } = makeWorkflow()
    const { kind, request } = spawning.ask({ ...spec, nodeId: enter('a').id })
    expect([kind, request.status, request.expiresAt]).toEqual(['wait', 'pending', 301_000])
    expect(errorOf(() => spawning.respond(request.requestId, { action: 'accept', principal: 'agent-1' }))).toBe(
      'FORBIDDEN',
    )
    expect(spawning.respond(request.requestId, { action: 'accept', principal: 'owner' })).toMatchObject({
      kind: 'start',
      request: { decidedBy: 'owner' },
    })
  })
  test('workflow 29: nobody answers: it expires', () => {
    const { spawning, enter, clock } = makeWorkflow()
    const { request } = spawning.ask({ ...spec, nodeId: enter('a').id })
    clock.now += 300_000
    expect(errorOf(() => spawning.respond(request.requestId, { action: 'accept', principal: 'owner' }))).toBe(
      'APPROVAL_EXPIRED',
    )
  })
  test('workflow 29: declined and cancelled are final', () => {
    const { spawning, enter } = makeWorkflow()
    const nodeId = enter('a').id
    const [one, two] = [spawning.ask({ ...spec, nodeId }), spawning.ask({ ...spec, nodeId })]
    expect(spawning.respond(one.request.requestId, { action: 'decline', principal: 'owner' }).request.status).toBe(
      'declined',
    )
    expect(spawning.respond(two.request.requestId, { action: 'cancel', principal: 'agent-1' }).request.status).toBe(
      'cancelled',
    )
    expect(errorOf(() => spawning.respond(one.request.requestId, { action: 'accept', principal: 'owner' }))).toBe(
      'APPROVAL_EXPIRED',
    )
  })
  test('workflow 28: allow starts at once, deny refuses', () => {
    const allowed = makeWorkflow({ policy: 'allow' })
    expect(allowed.spawning.ask({ ...spec, nodeId: allowed.root }).kind).toBe('start')
    const denied = makeWorkflow({ policy: 'deny' })
    expect(errorOf(() => denied.spawning.ask({ ...spec, nodeId: denied.root }))).toBe('SPAWN_DENIED')
  })
  test('workflow 30: five at once, then ten a minute, for the whole top-level investigation', () => {
    const { spawning, enter, clock } = makeWorkflow()
    const a = enter('a')
    const below = enter('below', a.id)
    for (let at = 0; at < 5; at++) spawning.ask({ ...spec, nodeId: at % 2 === 0 ? a.id : below.id })
    expect(errorOf(() => spawning.ask({ ...spec, nodeId: a.id }))).toBe('SPAWN_RATE_LIMITED')
    clock.now += 6_000
    expect(spawning.ask({ ...spec, nodeId: a.id }).kind).toBe('wait')
    expect(errorOf(() => spawning.ask({ ...spec, nodeId: a.id }))).toBe('SPAWN_RATE_LIMITED')
  })
  test.each([
    { limits: { liveChildren: 1 }, what: 'children' },
    { limits: { liveNodes: 2 }, what: 'nodes' },
  ])('workflow 30: a quota of live $what', ({ limits, what }) => {
    const { spawning, enter } = makeWorkflow(limits)
    const a = enter('a')
    enter('child', a.id)
    const ask = () => spawning.ask({ ...spec, nodeId: a.id })
    expect(ask).toThrow(
      expect.objectContaining({
        wire: expect.objectContaining({
          data: expect.objectContaining({ type: 'SPAWN_QUOTA_EXCEEDED', what, owner: 'a' }),
        }),
      }),
    )
  })
  test('workflow 30: no deeper than the limit', () => {
    const { spawning, enter } = makeWorkflow({ depth: 2 })
    const b = enter('b', enter('a').id)
    expect(errorOf(() => spawning.ask({ ...spec, nodeId: b.id }))).toBe('SPAWN_DEPTH_EXCEEDED')
  })
  test('workflow 17: an idempotency key stands for one request', () => {
    const { spawning, enter } = makeWorkflow()
    const nodeId = enter('a').id
    const first = spawning.ask({ ...spec, nodeId, idempotencyKey: 'k' })
    expect(spawning.ask({ ...spec, nodeId, idempotencyKey: 'k' })).toEqual(first)
    expect(errorOf(() => spawning.ask({ ...spec, nodeId, name: 'other', idempotencyKey: 'k' }))).toBe(
      'IDEMPOTENCY_CONFLICT',
    )
  })
  test.each([
    { name: '  ok-name_1 🚀 ', want: 'wait' },
    { name: 'Änderung 2', want: 'wait' },
    { name: '   ', want: 'INVALID_PARAMETER' },
    { name: 'a/b', want: 'INVALID_PARAMETER' },
    { name: 'x'.repeat(101), want: 'INVALID_PARAMETER' },
  ])('workflow 33: the name "$name": $want', ({ name, want }) => {
    const { spawning, root } = makeWorkflow()
    const ask = () => spawning.ask({ ...spec, name, nodeId: root })
    if (want === 'wait') expect(ask().request.name).toBe(name.trim())
    else expect(errorOf(ask)).toBe(want)
  })
})
