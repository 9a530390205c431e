import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitOutput, sizeOf } from './output-limit.js'
import type { OutputBody } from './output.js'
import { cutUtf8, utf8Length } from './utf8.js'

const output = (value: unknown): OutputBody => ({
  kind: 'tool',
  status: 'ok',
  value,
  truncated: false,
  redactions: 0,
  untrusted: true,
})

describe('workflow 21: limits of outputs', () => {
  test('what fits stays as it is', () => expect(limitOutput(output({ a: 1 }))).toEqual(output({ a: 1 })))
  test('what does not fit becomes the beginning of its text', () => {
    const cut = limitOutput(output('é'.repeat(30_000)))
    expect(cut.truncated).toBe(true)
    expect(sizeOf(cut.value)).toBeLessThanOrEqual(32 * 1024 + 4)
  })
  test('a cut is never inside a character', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, limit) => {
        const cut = cutUtf8(text, limit)
        expect(text.startsWith(cut)).toBe(true)
        expect(utf8Length(cut)).toBeLessThanOrEqual(limit)
        expect(Array.from(cut)).toEqual(Array.from(text).slice(0, Array.from(cut).length))
      }),
    ))
  test('bytes are counted as the encoder writes them', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === new TextEncoder().encode(text).length),
    ))
})
