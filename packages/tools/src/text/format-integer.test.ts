import { expect, test } from 'vitest'
import { formatInteger } from './format-integer.js'

test.each([
  { text: '255', type: 'int', format: 'hex', want: '0xFF' },
  { text: '5', type: 'int', format: 'binary', want: '0b101' },
  { text: '-1', type: 'int', format: 'hex', want: '0xFFFFFFFF' },
  { text: '-1', type: 'short', format: 'binary', want: '0b1111111111111111' },
  { text: '-1', type: 'number', format: 'hex', want: '-0x1' },
  { text: '0xff', type: 'int', format: 'binary', want: '0b11111111' },
  { text: '123456789012345678901234567890', type: 'int', format: 'hex', want: '0x18EE90FF6C373E0EE4E3F0AD2' },
  { text: '1.5', type: 'double', format: 'hex', want: '1.5' },
  { text: '"7"', type: 'string', format: 'hex', want: '"7"' },
  { text: '255', type: 'int', format: 'default', want: '255' },
] as const)('$text ($type) as $format', ({ text, type, format, want }) =>
  expect(formatInteger(text, type, format)).toBe(want),
)
