import { describe, expect, test } from 'vitest'
import { present } from '../../../test/rig.js'
import type { Epoch } from './reference-table.js'
import { createReferenceTable, dropEpoch, giveId, lookUp, trimEpoch } from './reference-table.js'
import fc from 'fast-check'

const epochOf = (threadId: number): Epoch => ({ threadId, stopId: 1, isOver: false })

describe('mux 5: virtual ids', () => {
  test('mux 5: one upstream id has one virtual id within an epoch, another one in the next', () => {
    const table = createReferenceTable()
    const first = epochOf(1)
    const id = giveId(table, first, 4)
    expect(giveId(table, first, 4)).toBe(id)
    dropEpoch(table, first)
    const again = giveId(table, epochOf(1), 4)
    expect(again).not.toBe(id)
    expect(lookUp(table, id)).toEqual({ kind: 'stale' })
    expect(lookUp(table, again)).toMatchObject({ kind: 'live', upstream: 4 })
  })
  test.each([
    [0, 'unknown'],
    [-1, 'unknown'],
    [1.5, 'unknown'],
    [63, 'unknown'],
    [2 ** 31, 'unknown'],
    [Number.NaN, 'unknown'],
  ])('mux 5: %d was never given out', (id, kind) => {
    const table = createReferenceTable()
    giveId(table, epochOf(1), 7)
    expect(lookUp(table, id).kind).toBe(kind)
  })
  test('mux 5: any order of giving and dropping keeps live ids right and never gives one twice', () => {
    const step = fc.record({ thread: fc.nat(3), upstream: fc.nat(300), drop: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const table = createReferenceTable()
        const epochs = new Map([0, 1, 2, 3].map((thread) => [thread, epochOf(thread)]))
        const open = (thread: number) => present(epochs.get(thread), `an epoch of thread ${thread}`)
        const live = new Map<number, { thread: number; upstream: number }>()
        const given = new Set<number>()
        for (const { thread, upstream, drop } of steps) {
          if (drop) {
            dropEpoch(table, open(thread))
            epochs.set(thread, epochOf(thread))
            for (const [id, entry] of live) if (entry.thread === thread) live.delete(id)
          } else {
            const id = giveId(table, open(thread), upstream)
            const before = live.get(id)
            if (before === undefined) expect(given.has(id)).toBe(false)
            else expect(before).toEqual({ thread, upstream })
            given.add(id)
            live.set(id, { thread, upstream })
          }
        }
        for (const id of given) {
          const entry = live.get(id)
          const looked = lookUp(table, id)
          if (entry === undefined) expect(looked.kind).toBe('stale')
          else expect(looked).toMatchObject({ kind: 'live', upstream: entry.upstream })
        }
      }),
    )
  })
  test('mux 16: a long-lived epoch forgets its oldest ids', () => {
    const table = createReferenceTable()
    const epoch = epochOf(1)
    const first = giveId(table, epoch, 1)
    for (let n = 2; n < 1000; n += 1) giveId(table, epoch, n)
    trimEpoch(table, epoch, 2)
    expect(lookUp(table, first).kind).toBe('stale')
    expect(lookUp(table, giveId(table, epoch, 999)).kind).toBe('live')
    expect(table.blocks.size).toBe(2)
  })
})
