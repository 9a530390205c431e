import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Handles } from './handles.js'

describe('handles', () => {
  test('a number of an earlier stop is refused, and says so', () => {
    const frames = new Handles<string>('frame')
    const first = frames.add('a')
    frames.expire()
    const second = frames.add('b')
    expect(second).not.toBe(first)
    expect(() => frames.get(first)).toThrow(`frame ${first} is no longer valid: the program has resumed since`)
    expect(frames.get(second)).toBe('b')
  })

  test.each([0, -1, 99, 1.5])('%d was never given', (handle) => {
    const frames = new Handles<string>('frame')
    frames.add('a')
    expect(() => frames.get(handle)).toThrow(`there is no frame ${handle}`)
  })

  test('no number is ever given twice', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (steps) => {
        const handles = new Handles<number>('x')
        const given = steps.flatMap((isExpiry, index) => (isExpiry ? (handles.expire(), []) : [handles.add(index)]))
        expect(new Set(given).size).toBe(given.length)
      }),
    )
  })
})
