import { expect, test } from 'vitest'
import { formatInteger, type IntegerShape } from './format-integer.js'

const go: IntegerShape['widths'] = { int: 64, uint: 64, uintptr: 64 }
const python: IntegerShape['widths'] = { int: 'unlimited' }

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
  { text: '0', type: 'float64', format: 'hex', want: '0', why: 'a Go fraction without digits behind the point' },
  { text: '0', type: 'float', format: 'binary', want: '0', why: 'the same of lldb' },
  { text: '3', type: 'decimal', format: 'hex', want: '3', why: 'the same of C#' },
  { text: '-0', type: 'number', format: 'hex', want: '-0' },
  { text: '0', type: 'number', format: 'hex', want: '0x0' },
  { text: '-1', type: 'int', widths: go, format: 'hex', want: '0xFFFFFFFFFFFFFFFF', why: 'int of Go has 64 bits' },
  { text: '-1', type: 'int32', widths: go, format: 'hex', want: '0xFFFFFFFF' },
  {
    text: '255 = 0xff',
    type: 'uint',
    widths: go,
    format: 'hex',
    want: '0xFF',
    why: 'how delve shows unsigned numbers',
  },
  { text: '5 = 0x5', type: 'uint8', widths: go, format: 'binary', want: '0b101' },
  { text: '-1', type: 'int', widths: python, format: 'hex', want: '-0x1', why: 'int of Python has no width' },
  { text: '10n', type: 'bigint', format: 'hex', want: '0xA' },
  { text: '-10n', type: 'bigint', format: 'hex', want: '-0xA' },
  { text: '-1', type: 'FIXNUM', format: 'hex', want: '-0x1' },
] as const)('$text ($type) as $format: $want', ({ text, want, ...shape }) =>
  expect(formatInteger(text, shape)).toBe(want),
)
