import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeRedactor } from '../redaction/redact.js'
import { DEFAULT_SPAWN_LIMITS, type SpawnLimits } from '../tree/spawn-limits.js'
import { DEFAULT_RETENTION } from '../tree/retention.js'
import { isTerminal, type WorkflowStatus } from '../state/status.js'
import { openWorkflow } from '../workflow.js'
import { printRecord, readJournal } from './read.js'
import type { WorkflowRecord } from '../state/record.js'
import { packing } from '../../test/packing.js'
import { replay, RESTARTED } from './recover.js'
import { snapshotRecords } from './snapshot.js'

let ids = 0
const options = {
  now: () => 5_000,
  newId: () => `n${++ids}`,
  workspace: 'w',
  redact: makeRedactor({}),
  limits: { ...DEFAULT_SPAWN_LIMITS, burst: 1000 },
  retention: DEFAULT_RETENTION,
  packing,
}

/** Something that a client or a session does to the tree; `at` picks the node. */
const operation = fc.record({
  act: fc.constantFrom('enter', 'launch', 'complete', 'fail', 'cancel', 'spawn', 'output', 'resume'),
  at: fc.nat(30),
})

/** Plays the operations; what the rules refuse is skipped. Returns the journal as it was written. */
function play(operations: readonly { act: string; at: number }[], limits: SpawnLimits = options.limits) {
  const written: WorkflowRecord[] = []
  const workflow = openWorkflow([], (record) => written.push(record), { ...options, limits })
  const { nodes, outputs, spawning } = workflow
  for (const { act, at } of operations) {
    const all = [...nodes.tree.all()]
    const { id } = all[at % all.length] ?? nodes.tree.root
    try {
      if (act === 'enter') nodes.create({ kind: 'investigation', name: 'i', origin: 'entered', parentId: id })
      else if (act === 'launch')
        nodes.create({ kind: 'session', name: 's', origin: 'launched', parentId: id, sessionId: 's' })
      else if (act === 'spawn') {
        const { kind, request } = spawning.ask({ nodeId: id, requester: 'a', name: 'n', description: 'd' })
        if (kind === 'start')
          nodes.create({ kind: 'investigation', name: 'n', origin: 'spawned', parentId: request.nodeId })
      } else if (act === 'output') outputs.record(id, { kind: 'record', status: 'ok', value: 'ünï 🚀' })
      else if (act === 'resume') nodes.resume(id)
      else if (id !== nodes.tree.root.id)
        nodes.end(id, { status: act === 'complete' ? 'completed' : act === 'fail' ? 'failed' : 'cancelled' })
    } catch {
      // Refused by a rule: the state must not have changed, which the comparison below shows.
    }
  }
  return { workflow, written, text: written.map(printRecord).join('') }
}

const pictureOf = (state: ReturnType<typeof replay>) => ({
  seq: state.seq,
  nodes: [...state.tree.all()],
  spawns: [...state.spawns.values()],
})

describe('the journal', () => {
  test('workflow 1, 30, 38: the tree stays well formed, whatever happens', () =>
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const { workflow } = play(operations)
        const all = [...workflow.nodes.tree.all()]
        for (const node of all) {
          expect(node.parentId === undefined || workflow.nodes.tree.get(node.parentId) !== undefined).toBe(true)
          expect(isTerminal(node.status)).toBe(node.endedAt !== undefined)
        }
        expect(new Set(all.map((node) => node.id)).size).toBe(all.length)
        expect(workflow.nodes.tree.subtree(workflow.nodes.tree.root.id).length).toBe(all.length)
      }),
    ))
  test('workflow 38: what is read back is what was written', () =>
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const { workflow, text } = play(operations)
        expect(pictureOf(replay(readJournal(text).records, packing))).toEqual(pictureOf(workflow.state))
      }),
    ))
  test('workflow 1, 38: what has ended stays as it is, and no id or seq comes twice', () =>
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const { written } = play(operations)
        const ended = new Map<string, string>()
        for (const record of written) {
          if (record.type !== 'node') continue
          const { id, status } = record.node
          expect(ended.get(id) ?? status).toBe(status)
          if (isTerminal(status)) ended.set(id, status)
        }
        expect(written.map(({ seq }) => seq)).toEqual(written.map((_record, at) => at + 1))
        const created = written.flatMap((one) =>
          one.type === 'node' && one.node.status === 'running' ? one.node.id : [],
        )
        const pending = written.flatMap((one) => (one.type === 'spawn' ? one.request.requestId : []))
        expect(created.filter((id) => pending.includes(id))).toEqual([])
      }),
    ))
  test('workflow 38: a journal that was compacted leads to the same state, and goes on counting', () =>
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const { workflow } = play(operations)
        const compacted = snapshotRecords(workflow.state, 5_000)
        const again = replay(readJournal(compacted.map(printRecord).join('')).records, packing)
        expect({ ...pictureOf(again), seq: 0 }).toEqual({ ...pictureOf(workflow.state), seq: 0 })
        expect(again.outputs.all()).toEqual(workflow.state.outputs.all())
        expect(compacted[0]?.seq).toBe(workflow.state.seq + 1)
      }),
    ))
  test('workflow 30: limits are kept, whatever is asked for', () =>
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const limits = { ...options.limits, policy: 'allow' as const, liveChildren: 3, liveNodes: 6, depth: 3 }
        const { workflow } = play(operations, limits)
        const { tree } = workflow.nodes
        const live = (nodes: readonly { status: WorkflowStatus }[]) => nodes.filter(({ status }) => !isTerminal(status))
        for (const node of tree.all())
          if (node.origin === 'spawned') {
            expect(tree.depth(node.id)).toBeLessThanOrEqual(3)
            const siblings = live(tree.children(node.parentId ?? '')).length
            if (!isTerminal(node.status) && node.parentId !== tree.root.id && siblings > 3)
              expect(tree.children(node.parentId ?? '').some(({ origin }) => origin !== 'spawned')).toBe(true)
          }
      }),
    ))
  test('workflow 40: a journal cut at any byte recovers to a prefix of the history', () =>
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 30 }), fc.nat(), (operations, at) => {
        const { written, text } = play(operations)
        const bytes = new TextEncoder().encode(text)
        const cut = new TextDecoder().decode(bytes.slice(0, at % (bytes.length + 1)))
        const { records } = readJournal(cut)
        expect(records).toEqual(JSON.parse(JSON.stringify(written.slice(0, records.length))))
        const end = cut.lastIndexOf('\n') + 1
        expect(records.length).toBe(cut.slice(0, end).split('\n').length - 1)
      }),
    ))
  const node = (id: string, parentId?: string, status = 'running') =>
    ({ type: 'node', node: { id, parentId, status, kind: 'investigation', name: id } }) as const
  test.each([
    { lines: [node('b', 'a')], why: 'a node below one that is not there' },
    { lines: [node('a', 'root'), node('b', 'a'), node('a', 'b')], why: 'a node that would be above itself' },
    { lines: [node('a', 'root', 'asleep')], why: 'a status that there is not' },
    { lines: [{ type: 'retired', nodeId: 'root' }], why: 'the end of the root itself' },
    { lines: [{ type: 'output', output: { nodeId: 'root' } }], why: 'an output without one' },
    { lines: [{ type: 'news' }], why: 'a record of no kind' },
  ])('workflow 40: a damaged journal is read up to $why', ({ lines }) => {
    const records = [node('root'), ...lines].map((body, index) => ({ seq: index + 1, at: 1, ...body }))
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const read = readJournal(text)
    expect(read.records.length).toBe(lines.length)
    expect(() => openWorkflow(read.records, () => undefined, options)).not.toThrow()
  })

  test('workflow 40: after a crash: sessions failed, investigations idle and enterable, requests expired', () => {
    const { written, workflow } = play([])
    const { nodes, spawning } = workflow
    const a = nodes.create({ kind: 'investigation', name: 'a', origin: 'entered', parentId: nodes.tree.root.id })
    const session = nodes.create({ kind: 'session', name: 's', origin: 'launched', parentId: a.id, sessionId: 's1' })
    const { request } = spawning.ask({ nodeId: a.id, requester: 'x', name: 'n', description: 'd' })
    const again = openWorkflow([...written], () => undefined, options)
    expect(again.nodes.known(session.id)).toMatchObject({ status: 'failed', statusMessage: RESTARTED })
    expect(again.nodes.known(a.id).status).toBe('idle')
    again.nodes.resume(a.id)
    expect(again.nodes.known(a.id).status).toBe('running')
    expect(again.state.spawns.get(request.requestId)?.status).toBe('expired')
    expect(again.nodes.tree.root.id).toBe(workflow.nodes.tree.root.id)
  })
  test('workflow 3: after a clean shutdown there is a new root; the old one stays completed', () => {
    const { written, workflow } = play([])
    const old = workflow.nodes.tree.root.id
    workflow.nodes.end(old, { status: 'completed' })
    const again = openWorkflow([...written], () => undefined, options)
    expect(again.nodes.tree.root.id).not.toBe(old)
    expect(again.nodes.known(old).status).toBe('completed')
  })
})
