import { expect, test } from 'vitest'
import { shownNumber } from './shown-number.js'

test.each([
  { text: '2.5', type: 'float', want: '2.5f' },
  { text: '-2.5', type: 'float?', want: '-2.5f' },
  { text: '1E+20', type: 'float', want: '1E+20f' },
  { text: 'NaN', type: 'float', want: 'float.NaN' },
  { text: '-Infinity', type: 'double?', want: 'double.NegativeInfinity' },
  { text: 'Infinity', type: 'double', want: 'double.PositiveInfinity' },
  { text: '2.5', type: 'decimal', want: '2.5m' },
  { text: '79228162514264337593543950335', type: 'decimal', want: '79228162514264337593543950335m' },
  { text: '18446744073709551615', type: 'ulong', want: '18446744073709551615' },
  { text: '0xFF', type: 'sbyte', want: 'unchecked((sbyte)0xFF)' },
  { text: '2', type: 'float', want: '2' },
  { text: '2.5', type: 'int', want: '2.5' },
  { text: '2.5', type: 'object', want: '2.5' },
  { text: 'f + 2.5', type: 'float', want: 'f + 2.5' },
])('$text that is given to a $type is $want', ({ text, type, want }) => {
  expect(shownNumber(text, type)).toBe(want)
})
