import { describe, expect, test } from 'vitest'
import { BreakpointIds } from './breakpoint-ids.js'

const asked = (...columns: readonly (number | undefined)[]) => ({
  source: { path: '/a.cs' },
  breakpoints: columns.map((column) => (column === undefined ? { line: 5 } : { line: 5, column })),
})
const answered = (...ids: readonly number[]) => ids.map((id) => ({ id, verified: false, line: 5 }))
const idsIn = (answers: readonly { readonly id?: number }[]) => answers.map(({ id }) => id)

describe('a plain and an inline breakpoint on one line', () => {
  test('keep the ids of their first answer, in any order', () => {
    const ids = new BreakpointIds()
    expect(idsIn(ids.answered(asked(undefined, 9), answered(1, 2)))).toEqual([1, 2])
    expect(idsIn(ids.answered(asked(9, undefined), answered(2, 2)))).toEqual([2, 1])
    expect(idsIn(ids.answered(asked(undefined, 9), answered(1, 1)))).toEqual([1, 2])
  })

  test('a second one that comes later gets an id of its own', () => {
    const ids = new BreakpointIds()
    ids.answered(asked(undefined), answered(1))
    expect(idsIn(ids.answered(asked(undefined, 9), answered(2, 2)))).toEqual([1, 2])
  })

  test('one that netcoredbg has no id for gets one, and hears the events of the other', () => {
    const ids = new BreakpointIds()
    const [first, second] = idsIn(ids.answered(asked(undefined, 9), answered(1, 1)))
    expect(first).toBe(1)
    expect(ids.idsOf(1)).toEqual([1, second])
    expect(ids.idsOf(7)).toEqual([7])
  })

  test('another file knows nothing of them', () => {
    const ids = new BreakpointIds()
    ids.answered(asked(undefined, 9), answered(1, 2))
    const other = { ...asked(undefined), source: { path: '/b.cs' } }
    expect(idsIn(ids.answered(other, answered(3)))).toEqual([3])
  })
})

test('breakpoints that were taken out and put back keep their ids, in events and in later answers', () => {
  const ids = new BreakpointIds()
  const list = asked(undefined, 9)
  ids.answered(list, answered(1, 2))
  ids.restored(list, answered(3, 4))
  ids.restored(list, answered(5, 6))
  expect([ids.idsOf(5), ids.idsOf(6)]).toEqual([[1], [2]])
  expect(idsIn(ids.answered(list, answered(5, 6)))).toEqual([1, 2])
})
