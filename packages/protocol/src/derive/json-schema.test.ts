import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { integer, wholeNumber } from '../shapes/integer.js'
import { exportedSchema, paramsSchema } from './json-schema.js'

describe('an exported schema', () => {
  test('has no additionalProperties and no dialect: results may gain members, and aliases are accepted', () =>
    expect(exportedSchema(z.strictObject({ id: z.string() }), 'result')).toEqual({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    }))
  test.each([
    { schema: integer({ min: 0, max: 9 }), exported: { type: 'integer', minimum: 0, maximum: 9 }, why: 'true limits' },
    { schema: integer(), exported: { type: 'integer' }, why: 'the limits of JSON numbers say nothing' },
    { schema: integer({ min: 1 }, true), exported: { type: 'integer' }, why: 'a document gives it without limits' },
    { schema: wholeNumber({ min: 1 }), exported: { type: 'number' }, why: 'a document calls it a number' },
    {
      schema: z.record(z.string(), z.string()),
      exported: { type: 'object', additionalProperties: { type: 'string' } },
      why: 'names are always text',
    },
  ])('$exported: $why', ({ schema, exported }) => expect(exportedSchema(schema, 'params')).toEqual(exported))

  test.each([
    { direction: 'params', required: undefined, why: 'a caller may leave out what has a default' },
    { direction: 'result', required: ['depth'], why: 'a result always has it' },
  ] as const)('$direction: $why', ({ direction, required }) =>
    expect(exportedSchema(z.object({ depth: z.int().default(1) }), direction).required).toEqual(required),
  )
})

test('the schema of parameters always says which are required and which there are', () =>
  expect(paramsSchema(z.object({}))).toEqual({ type: 'object', properties: {}, required: [] }))

describe('limits are checked even where the schema leaves them out', () => {
  const bounded = integer({ min: 1, max: 5 }, true)
  test.each([
    { schema: bounded, value: 5, says: undefined },
    { schema: bounded, value: 6, says: 'must be a whole number from 1 to 5' },
    { schema: integer({ min: 1 }), value: 0, says: 'must be a whole number, at least 1' },
    { schema: integer({ max: 1 }), value: 2, says: 'must be a whole number, at most 1' },
    { schema: wholeNumber({ min: 1 }), value: 1.5, says: 'must be a whole number, at least 1' },
    { schema: wholeNumber(), value: 0.5, says: 'must be a whole number' },
  ])('$value: $says', ({ schema, value, says }) => expect(schema.safeParse(value).error?.issues[0]?.message).toBe(says))
})
