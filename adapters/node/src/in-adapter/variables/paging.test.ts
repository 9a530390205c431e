import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planPage, splitIntoRanges } from './paging.js'

const all = { filter: undefined, start: 0, count: undefined }

describe('which children are read', () => {
  test.each([
    { page: all, size: 3, elements: { start: 0, count: 3 }, members: { start: 0 }, why: 'a small array: everything' },
    { page: all, size: 0, elements: undefined, members: { start: 0 }, why: 'an object: its members' },
    {
      page: { ...all, filter: 'indexed' },
      size: 3,
      elements: { start: 0, count: 3 },
      members: undefined,
      why: 'elements only',
    },
    { page: { ...all, filter: 'named' }, size: 3, elements: undefined, members: { start: 0 }, why: 'members only' },
    {
      page: { filter: 'indexed', start: 10, count: 5 },
      size: 1e6,
      elements: { start: 10, count: 5 },
      members: undefined,
      why: 'a page of many',
    },
    {
      page: { filter: 'indexed', start: 2, count: 5 },
      size: 3,
      elements: { start: 2, count: 1 },
      members: undefined,
      why: 'a page over the end',
    },
    {
      page: { filter: undefined, start: 2, count: 5 },
      size: 3,
      elements: { start: 2, count: 1 },
      members: { start: 0, count: 4 },
      why: 'a page over both',
    },
    {
      page: { filter: undefined, start: 5, count: 2 },
      size: 3,
      elements: undefined,
      members: { start: 2, count: 2 },
      why: 'a page of members behind the elements',
    },
    {
      page: { filter: undefined, start: 0, count: 2 },
      size: 3,
      elements: { start: 0, count: 2 },
      members: undefined,
      why: 'a page that ends before the members',
    },
  ] as const)('$why', ({ page, size, elements, members }) => {
    const plan = planPage(page, size)
    expect(plan.elements).toEqual(elements)
    expect(plan.ranges).toEqual([])
    if (members === undefined) expect(plan.members).toBeUndefined()
    else expect(plan.members).toMatchObject(members)
  })

  test('a large array without a page is shown as ranges', () => {
    const { elements, ranges } = planPage(all, 2_500)
    expect(elements).toBeUndefined()
    expect(ranges).toEqual([
      { start: 0, count: 1_000 },
      { start: 1_000, count: 1_000 },
      { start: 2_000, count: 500 },
    ])
  })

  test('ranges cover everything, and are never more than a thousand', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 2 ** 32 - 1 }), (start, count) => {
        const ranges = splitIntoRanges({ start, count })
        expect(ranges.length).toBeLessThanOrEqual(1_000)
        expect(ranges[0]?.start).toBe(start)
        expect(ranges.reduce((sum, one) => sum + one.count, 0)).toBe(count)
      }),
    )
  })
})
