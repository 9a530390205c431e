import { expect, test } from 'vitest'
import fc from 'fast-check'
import { bytesOf } from '../result/with-bytes.js'
import type { Digest } from './digest.js'
import { fit } from './fit.js'

const text = fc.string({ maxLength: 130, unit: 'grapheme' })
const value = fc.record(
  {
    name: text,
    value: text,
    changed: fc.constant(true as const),
    members: fc.array(fc.record({ name: text, value: text }), { minLength: 1, maxLength: 12 }),
  },
  { requiredKeys: ['name', 'value'] },
)
const result = fc.record(
  {
    exception: fc.record({ message: fc.string({ maxLength: 4000 }) }),
    source_lines: fc.array(text, { maxLength: 6 }),
    stack: fc.array(text, { maxLength: 5 }),
    values: fc.array(value, { maxLength: 40 }),
    callers: fc.array(fc.record({ frame_index: fc.nat(), values: fc.array(value, { maxLength: 20 }) }), {
      maxLength: 3,
    }),
    output: fc.record({ text: fc.string({ maxLength: 800 }) }),
    breakpoints_not_hit: fc.array(fc.record({ id: fc.nat(), file: text }), { maxLength: 30 }),
    stderr: fc.string({ maxLength: 800 }),
    message: fc.string({ maxLength: 2000 }),
  },
  { requiredKeys: [] },
)

test('whatever a result holds, it fits, and what was left out is counted', () => {
  fc.assert(
    fc.property(result, fc.integer({ min: 2000, max: 20_000 }), (whole, most) => {
      const fitted = fit(whole, most)
      expect(bytesOf(fitted)).toBeLessThanOrEqual(most)
      const { omitted }: Digest = fitted
      const left = (fitted.values ?? []).length + (omitted?.values ?? 0)
      expect(left).toBe((whole.values ?? []).length)
    }),
  )
})

test('a result that fits stays as it is', () => {
  const whole = { values: [{ name: 'x', value: '1' }], stack: ['f a:1'] }
  expect(fit(whole, 1000)).toBe(whole)
})

test('values that have changed stay longest', () => {
  const values = Array.from({ length: 40 }, (_, index) => ({
    name: `x${index}`,
    value: 'v'.repeat(100),
    ...(index === 30 ? { changed: true as const } : {}),
  }))
  const fitted = fit({ values }, 1000)
  expect(fitted.values.map(({ name }) => name)).toContain('x30')
  expect(fitted).toMatchObject({ omitted: { values: 40 - fitted.values.length } })
})
