import { describe, expect, test } from 'vitest'
import type { ObjectContainer } from './container.js'
import { References } from './references.js'

const object = (objectId: string, more: Partial<ObjectContainer> = {}): ObjectContainer => ({
  kind: 'object',
  objectId,
  shape: 'plain',
  size: 0,
  path: undefined,
  call: undefined,
  ...more,
})
const remote = (objectId: string) => ({ type: 'object' as const, objectId })

/** V8 gives `a1` and `a2` to one object, and `b` to another. */
const identities: Readonly<Record<string, number>> = { a1: 7, a2: 7, b: 8 }
const make = () => new References((ids) => Promise.resolve(ids.map((id) => identities[id] ?? 0)))

describe('the variablesReferences of a stop', () => {
  test('an object has one number, by whichever of its ids V8 names it; another object has another', async () => {
    const references = make()
    await references.learn([remote('a1'), remote('a2'), remote('b')])
    const [first, again, other] = ['a1', 'a2', 'b'].map((id) => references.add(object(id)))
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
  test('what was found again is read as it is now, under the path by which it was found first', async () => {
    const references = make()
    await references.learn([remote('a1'), remote('a2')])
    const number = references.add(object('a1', { path: 'order.lines', size: 1 }))
    references.add(object('a2', { path: 'other.way', size: 2 }))
    expect(references.get(number)).toMatchObject({ objectId: 'a2', size: 2, path: 'order.lines' })
  })
  test('a path that was missing is taken from where the object is found next', async () => {
    const references = make()
    await references.learn([remote('a1'), remote('a2')])
    const number = references.add(object('a1'))
    references.add(object('a2', { path: 'here' }))
    expect(references.get(number)).toMatchObject({ path: 'here' })
  })
  test('without a known identity each id has its own number', async () => {
    const references = new References(() => Promise.resolve(undefined))
    await references.learn([remote('a1'), remote('a2')])
    expect(references.add(object('a2'))).not.toBe(references.add(object('a1')))
  })
  test('values without an id and symbols are not asked about', async () => {
    const asked: unknown[] = []
    const references = new References((ids) => {
      asked.push(ids)
      return Promise.resolve([])
    })
    await references.learn([
      { type: 'number', value: 1 },
      { type: 'symbol', objectId: 's' },
    ])
    expect(asked).toEqual([])
    await references.learn([{ type: 'symbol', objectId: 's' }, remote('a1')])
    expect(asked).toEqual([['a1']])
  })
  test('mux 5: after the program has gone on, an old number is refused and the object gets a new one', async () => {
    const references = make()
    await references.learn([remote('a1')])
    const before = references.add(object('a1'))
    references.expire()
    expect(() => references.get(before)).toThrow(`variablesReference ${before} is no longer valid`)
    await references.learn([remote('a1')])
    expect(references.add(object('a1'))).toBeGreaterThan(before)
  })
})
