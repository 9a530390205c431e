import { expect, test } from 'vitest'
import { z } from 'zod'
import { exportedSchema } from './json-schema.js'
import { shapeOf } from './shape-of.js'

const tree = z.object({
  name: z.string(),
  get children() {
    return z.array(tree).optional()
  },
})

test.each([
  {
    schema: z.object({ id: z.int(), name: z.string().optional() }),
    shape: '{id: integer, name?: string}',
    why: 'members',
  },
  { schema: z.enum(['in', 'out']), shape: '"in" | "out"', why: 'the values of an enumeration' },
  { schema: z.literal('pending'), shape: '"pending"', why: 'one value' },
  {
    schema: z.array(z.enum(['in', 'out'])),
    shape: '("in" | "out")[]',
    why: 'a list of alternatives is in parentheses',
  },
  { schema: z.array(z.object({ id: z.int() })), shape: '{id: integer}[]', why: 'a list of objects needs none' },
  { schema: z.union([z.string(), z.int()]), shape: 'string | integer', why: 'alternatives' },
  { schema: z.string().nullable(), shape: 'string | null', why: 'null is an alternative' },
  { schema: z.unknown(), shape: 'any', why: 'any JSON' },
  { schema: tree, shape: '{name: string, children?: …[]}', why: 'a shape within itself is not written again' },
])('$shape: $why', ({ schema, shape }) => expect(shapeOf(exportedSchema(schema, 'result'))).toBe(shape))

test('a schema may name several types at once', () =>
  expect(shapeOf({ type: ['string', 'null'] })).toBe('string | null'))
