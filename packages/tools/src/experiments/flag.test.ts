import { describe, expect, test } from 'vitest'
import { comparisonIn, holdsIn } from './flag.js'

const decide = (flag: string, values: Readonly<Record<string, string>>) => {
  const comparison = comparisonIn(flag)
  return comparison === undefined ? 'evaluated' : holdsIn(comparison, new Map(Object.entries(values)))
}

describe('a flag of trace_run is decided from values that were read', () => {
  test.each([
    ['s > 100', '101', true],
    ['s > 100', '100', false],
    ['s>=100', '100', true],
    ['s < -1.5', '-2', true],
    ['s == 7', '7', true],
    ['s === 7', '8', false],
    ['s != 7', '8', true],
    ['(> s 100)', '101', true],
    ['(/= s 100)', '100', false],
    ['(= s 100)', '100', true],
  ])('%s with %s', (flag, value, holds) => {
    expect(decide(flag, { s: value })).toBe(holds)
  })

  test.each([
    's = 7',
    's.total > 7',
    'f(s) > 7',
    's > limit',
    's > 7 and t',
    '(> (f s) 7)',
    's > 12345678901234567890',
  ])('the adapter evaluates %s', (flag) => {
    expect(decide(flag, { s: '9' })).toBe('evaluated')
  })

  test.each(["'101'", '0x65', '12345678901234567890', "97 'a'", 'true', '1/2'])(
    'a value %s is not compared',
    (value) => {
      expect(decide('s > 100', { s: value })).toBeUndefined()
    },
  )

  test('a name that is no variable of the frame is not compared', () => {
    expect(decide('s > 100', { t: '9' })).toBeUndefined()
  })
})
