import { describe, expect, test } from 'vitest'
import type { Leaving } from './leave-table.js'
import { decideLeave, leaveTable } from './leave-table.js'

const all: readonly Leaving[] = (['launch', 'attach'] as const).flatMap((request) =>
  [true, false].flatMap((isLast) =>
    [true, false, undefined].flatMap((terminate) =>
      [true, false].map((mayEnd): Leaving => ({ request, isLast, terminate, mayEnd })),
    ),
  ),
)

describe('mux 11: the leave table', () => {
  test('mux 11: every row decides some case, and every case has a row', () => {
    expect(new Set(all.map(decideLeave))).toEqual(new Set(leaveTable))
  })
  test.each(all)('mux 11: $request, last $isLast, terminate $terminate, may end $mayEnd', (leaving) => {
    const { outcome, isGranted } = decideLeave(leaving)
    // Only a client that may end the program ends it.
    if (!leaving.mayEnd) expect(outcome).not.toBe('kill')
    // A program that others debug goes on, unless somebody who may asks for its end.
    if (!leaving.isLast) expect(outcome).toBe(leaving.terminate === true && leaving.mayEnd ? 'kill' : 'stay')
    // An attached program is ended only on request, and a request to keep the program is always granted.
    if (leaving.request === 'attach' && leaving.terminate !== true) expect(outcome).not.toBe('kill')
    if (leaving.terminate === false) expect(outcome).not.toBe('kill')
    expect(isGranted).toBe(leaving.terminate !== true || leaving.mayEnd)
  })
})
