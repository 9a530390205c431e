import { expect, test } from 'vitest'
import { ReferenceTable } from './reference-table.js'

const frame = { kind: 'frame', frameId: 0, part: 'locals' } as const

test('a reference is found until the program moves, and its number is never used again', () => {
  const table = new ReferenceTable()
  const first = table.add(frame)
  expect(table.get(first)).toEqual(frame)
  table.clear()
  expect(() => table.get(first)).toThrow(/from an earlier stop/)
  expect(table.add(frame)).not.toBe(first)
})

test.each([
  { number: 1, want: false, why: 'netcoredbg counts from 1' },
  { number: new ReferenceTable().add(frame), want: true, why: 'the first reference of the shim' },
])('$why', ({ number, want }) => expect(ReferenceTable.isFromShim(number)).toBe(want))
