import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packing } from '../../test/packing.js'
import { makeRedactor } from '../redaction/redact.js'
import { isTerminal, type WorkflowStatus } from '../state/status.js'
import { openWorkflow } from '../workflow.js'
import { listNodes } from './introspection.js'
import { DEFAULT_SPAWN_LIMITS } from './spawn-limits.js'

function open({ endedMs = 1_000_000, endedNodes = 1_000_000 } = {}) {
  let ids = 0
  const clock = { now: 0 }
  const workflow = openWorkflow([], () => undefined, {
    now: () => clock.now,
    newId: () => `n${++ids}`,
    workspace: 'w',
    redact: makeRedactor({}),
    limits: { ...DEFAULT_SPAWN_LIMITS, depth: 1_000 },
    retention: { endedMs, endedNodes },
    packing,
  })
  const { nodes } = workflow
  const status = (id: string) => nodes.tree.get(id)?.status
  const investigate = (parentId: string, onParentClose: 'cancel' | 'abandon' = 'cancel') =>
    nodes.enter({ name: 'i', parentId, onParentClose }).id
  return { ...workflow, clock, status, investigate, root: nodes.tree.root.id }
}

/** A tree by the place of each node's parent among the nodes before it, and whether the node outlives its parent. */
const shape = fc.array(fc.record({ parent: fc.nat(), outlives: fc.boolean() }), { minLength: 1, maxLength: 25 })

function grow(specs: readonly { readonly parent: number; readonly outlives: boolean }[]) {
  const workflow = open()
  const grown: { readonly id: string; readonly parent: string; readonly outlives: boolean }[] = []
  for (const { parent, outlives } of specs) {
    const above = [workflow.root, ...grown.map(({ id }) => id)]
    const parentId = above[parent % above.length] ?? workflow.root
    grown.push({ id: workflow.investigate(parentId, outlives ? 'abandon' : 'cancel'), parent: parentId, outlives })
  }
  return { ...workflow, grown }
}

describe('workflow 7: the end of a node, in any tree', () => {
  test('cancels exactly what hangs below it without outliving its parent', () =>
    fc.assert(
      fc.property(shape, fc.nat(), (specs, pick) => {
        const { grown, nodes, status } = grow(specs)
        const ended = grown[pick % grown.length]?.id ?? ''
        // In the order of creation a parent comes before what hangs below it.
        const cancelled = new Set<string>()
        for (const { id, parent, outlives } of grown)
          if (!outlives && (parent === ended || cancelled.has(parent))) cancelled.add(id)
        nodes.end(ended, { status: 'completed' })
        for (const { id } of grown)
          expect(status(id), id).toBe(id === ended ? 'completed' : cancelled.has(id) ? 'cancelled' : 'running')
      }),
    ))
  test('gives back each session below that ends with it, once', () =>
    fc.assert(
      fc.property(shape, (specs) => {
        const { grown, nodes, status } = grow(specs)
        for (const { id } of grown)
          nodes.create({ kind: 'session', name: 's', origin: 'spawned', parentId: id, sessionId: `of ${id}` })
        const [first] = grown
        const sessions = nodes.end(first?.id ?? '', { status: 'failed' })
        const over = grown.filter(({ id }) => isTerminal(status(id) ?? 'running')).map(({ id }) => `of ${id}`)
        expect(sessions.toSorted()).toEqual(over.sort())
      }),
    ))
})

describe('workflow 1: what a status may become', () => {
  const acts = fc.constantFrom('rest', 'resume', 'completed', 'failed', 'cancelled')

  test('a node that is asked for anything, in any order, ends once and stays as it ended', () =>
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 12 }), (asked) => {
        const { nodes, status, investigate, root } = open()
        const id = investigate(root)
        let wanted: WorkflowStatus = 'running'
        for (const act of asked) {
          const ask = () => {
            if (act === 'rest') nodes.rest(id)
            else if (act === 'resume') nodes.resume(id)
            else nodes.end(id, { status: act })
          }
          if (isTerminal(wanted) && act !== 'rest')
            expect(ask).toThrow(expect.objectContaining({ type: 'NODE_CLOSED' }))
          else ask()
          if (!isTerminal(wanted)) wanted = act === 'rest' ? 'idle' : act === 'resume' ? 'running' : act
          expect(status(id)).toBe(wanted)
        }
      }),
    ))
  test('a node that nobody knows is refused, except when the last connection leaves it', () => {
    const { nodes } = open()
    expect(() => nodes.end('nobody', { status: 'failed' })).toThrow(expect.objectContaining({ type: 'NODE_NOT_FOUND' }))
    expect(() => nodes.resume('nobody')).toThrow(expect.objectContaining({ type: 'NODE_NOT_FOUND' }))
    expect(() => nodes.rest('nobody')).not.toThrow()
  })
})

describe('workflow 8: what is kept', () => {
  test('an idle investigation that nobody enters again is cancelled, unless a program still runs below it', () => {
    const { nodes, status, investigate, root, clock } = open({ endedMs: 100 })
    const [left, busy] = [investigate(root), investigate(root)]
    nodes.create({ kind: 'session', name: 's', origin: 'launched', parentId: busy, sessionId: 's1' })
    nodes.rest(left)
    nodes.rest(busy)
    clock.now = 2_000
    nodes.rest(investigate(root))
    expect([status(left), status(busy)]).toEqual(['cancelled', 'idle'])
  })
  test('one that was entered again counts from the day it was left last', () => {
    const { nodes, status, investigate, root, clock } = open({ endedMs: 5_000 })
    const id = investigate(root)
    nodes.rest(id)
    clock.now = 4_000
    nodes.resume(id)
    nodes.rest(id)
    clock.now = 8_000
    nodes.rest(investigate(root))
    expect(status(id)).toBe('idle')
  })
  test('over the number that is kept the oldest ended leaves go, and never one with a node below it', () => {
    const { nodes, status, investigate, root, clock } = open({ endedNodes: 2 })
    const outer = investigate(root)
    const inner = investigate(outer)
    const later = investigate(root)
    for (const id of [outer, later]) {
      clock.now += 2_000
      nodes.end(id, { status: 'completed' })
    }
    expect([status(outer), status(inner), status(later)]).toEqual(['completed', undefined, 'completed'])
  })
})

describe('pages', () => {
  test('workflow 15: pages of outputs of any size give each output once, the newest first', () =>
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 7 }), (total, count) => {
        const { outputs, root } = open()
        for (let n = 0; n < total; n += 1) outputs.record(root, { kind: 'record', status: 'ok', value: n })
        const seen: unknown[] = []
        let before: number | undefined
        while (seen.length <= total) {
          const page = outputs.prior({ from: root, count, ...(before === undefined ? {} : { before }) })
          expect(page.totalAvailable).toBe(total)
          seen.push(...page.outputs.map(({ output }) => output.value))
          if (page.nextCursor === undefined) break
          before = Number(page.nextCursor)
        }
        expect(seen).toEqual(Array.from({ length: total }, (_, n) => total - 1 - n))
      }),
      { numRuns: 50 },
    ))
  test('workflow 14: pages of children give each child once, in the order of creation', () => {
    const { nodes, investigate, root } = open()
    const ids = Array.from({ length: 450 }, () => investigate(root))
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const page = listNodes(
        nodes.tree,
        { from: root, type: 'children', ...(cursor === undefined ? {} : { cursor }) },
        () => undefined,
      )
      seen.push(...page.nodes.map(({ id }) => id))
      sizes.push(page.nodes.length)
      cursor = page.nextCursor
    } while (cursor !== undefined && seen.length <= ids.length)
    expect(seen).toEqual(ids)
    expect(sizes).toEqual([200, 200, 50])
  })
})
