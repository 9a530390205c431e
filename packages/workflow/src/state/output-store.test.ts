import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packing } from '../../test/packing.js'
import { OutputStore } from './output-store.js'
import { sizeOf } from './output-limit.js'
import type { StoredOutput } from './output.js'

const NODES = ['a', 'b', 'c'] as const

const output = (seq: number, value: unknown): StoredOutput => ({
  seq,
  nodeId: 'a',
  output: { kind: 'tool', status: 'ok', value, truncated: false, redactions: 0, untrusted: true },
})

/** Enough of them that most are packed: some 2 KiB each. */
const many = (count: number, from = 1): StoredOutput[] =>
  Array.from({ length: count }, (_, at) => {
    const seq = from + at
    const rows = Array.from({ length: 40 }, (__, row) => ({ name: `row ${row}`, value: `${seq}: é \u{1f600} ${row}` }))
    const sessionNodeId = NODES[seq % 2]
    return {
      ...output(seq, rows),
      nodeId: NODES[seq % 3] ?? 'a',
      ...(sessionNodeId === undefined ? {} : { sessionNodeId }),
    }
  })

const filled = (outputs: readonly StoredOutput[], limit?: number): OutputStore => {
  const store = new OutputStore(packing, limit)
  for (const one of outputs) store.add(one)
  return store
}

describe('workflow 21: outputs of the tree', () => {
  test('the old ones, which are packed, are read as they were filed', () => {
    const outputs = many(500)
    const store = filled(outputs)
    expect(store.all()).toEqual(outputs)
    expect(outputs.map(({ seq }) => store.get(seq))).toEqual(outputs)
    expect(store.get(501)).toBeUndefined()
  })

  test('values of all kinds come back from what is packed', () =>
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ stringUnit: 'binary' }), { minLength: 1, maxLength: 20 }), (values) => {
        const outputs = values.map((value, at) => output(at + 1, JSON.parse(JSON.stringify(value))))
        const store = filled([...outputs, ...many(100, values.length + 1)])
        expect(store.all().slice(0, values.length)).toEqual(outputs)
      }),
      { numRuns: 30 },
    ))

  test('those of a node are told newest first, each once', () => {
    const outputs = many(300)
    const store = filled(outputs)
    const ofA = outputs.filter(({ nodeId, sessionNodeId }) => nodeId === 'a' || sessionNodeId === 'a')
    expect(store.newest(['a'])).toEqual(ofA.map(({ seq }) => seq).reverse())
    expect(store.newest(['a', 'b', 'c'])).toEqual(outputs.map(({ seq }) => seq).reverse())
  })

  test('a node that is removed takes those with it that are filed at no other', () => {
    const outputs = many(300)
    const store = filled(outputs)
    store.forget('c')
    const left = outputs.filter(({ nodeId, sessionNodeId }) => nodeId !== 'c' || sessionNodeId !== undefined)
    expect(store.all()).toEqual(left)
    store.forget('a')
    store.forget('b')
    expect(store.all()).toEqual([])
  })

  test('over the limit the oldest go, packed or not, and what is filed after is kept', () => {
    const outputs = many(400)
    const limit = 200 * 1024
    const store = filled(outputs, limit)
    const kept = store.all()
    expect(kept).toEqual(outputs.slice(-kept.length))
    const bytes = (list: readonly StoredOutput[]) => list.reduce((sum, one) => sum + sizeOf(one), 0)
    expect(bytes(kept)).toBeLessThanOrEqual(limit)
    expect(bytes(outputs.slice(-kept.length - 1))).toBeGreaterThan(limit)
    expect(filled([output(1, 'x'.repeat(1000))], 10).all()).toHaveLength(1)
  })
})
