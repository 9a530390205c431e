import { describe, expect, test } from 'vitest'
import { pauseState, readExceptionFilters, stopsFor } from './filters.js'

describe('exception filters', () => {
  test.each([
    { names: [], want: 'none' },
    { names: ['uncaught'], want: 'uncaught' },
    { names: ['all'], want: 'all' },
    { names: ['uncaught', 'all'], want: 'all' },
  ])('$names is $want for V8', ({ names, want }) => expect(pauseState(readExceptionFilters(names))).toBe(want))

  test('one that was not offered is refused', () => {
    expect(() => readExceptionFilters(['caught'])).toThrow('no exception filter "caught"')
  })
})

describe('which exceptions stop', () => {
  const own = { isUncaught: false, isInternal: false, hasUserCode: true, wasSeen: false }
  test.each([
    { thrown: own, want: true, why: 'thrown by the user’s code' },
    { thrown: { ...own, wasSeen: true }, want: true, why: 'thrown again by the user’s code' },
    { thrown: { ...own, isInternal: true }, want: true, why: 'thrown by Node for the user’s code (ENOENT)' },
    { thrown: { ...own, isInternal: true, wasSeen: true }, want: false, why: 'passed on by Node' },
    { thrown: { ...own, isInternal: true, wasSeen: true, isUncaught: true }, want: true, why: 'nothing will catch it' },
    { thrown: { ...own, isInternal: true, hasUserCode: false }, want: false, why: 'Node’s own affair' },
  ])('$why: $want', ({ thrown, want }) => expect(stopsFor(thrown)).toBe(want))
})
