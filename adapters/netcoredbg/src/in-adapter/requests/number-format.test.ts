import { expect, test } from 'vitest'
import { formattedNumber } from './number-format.js'

test.each([
  { text: '255', type: 'int', format: { hex: true }, want: '0xFF', why: 'hexadecimal' },
  { text: '-1', type: 'short', format: { hex: true }, want: '0xFFFF', why: 'as wide as its type' },
  { text: '5', type: 'byte', format: { binary: true }, want: '0b101', why: 'binary' },
  { text: '-1', type: 'long', format: { hex: true }, want: '0xFFFFFFFFFFFFFFFF', why: 'a long has 64 bits' },
  { text: '-1', type: 'int?', format: { hex: true }, want: '0xFFFFFFFF', why: 'a nullable' },
  { text: '255', type: 'object {byte}', format: { hex: true }, want: '0xFF', why: 'a boxed number' },
  { text: '1.5', type: 'double', format: { hex: true }, want: '1.5', why: 'a fraction has no hexadecimal form' },
  { text: 'null', type: 'int?', format: { hex: true }, want: 'null', why: 'no value' },
  { text: '5', type: 'int', format: {}, want: '5', why: 'decimal unless asked' },
  { text: '"5"', type: 'string', format: { hex: true }, want: '"5"', why: 'text is no number' },
])('$why', ({ text, type, format, want }) => expect(formattedNumber({ text, type }, format)).toBe(want))
