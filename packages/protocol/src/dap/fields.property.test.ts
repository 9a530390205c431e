import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fields, type BadField } from './fields.js'
import { booleanIn, countIn, flagIn, listIn, objectIn, textIn, textsIn } from './read-member.js'
import { isJsonObject } from './message.js'

class Refused extends Error {
  constructor(readonly field: BadField) {
    super(field.needs)
  }
}
const refuse = (field: BadField): never => {
  throw new Refused(field)
}
const isMissing = (value: unknown): boolean => value === undefined || value === null
const isListOf = (fits: (one: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits)
const isText = (value: unknown) => typeof value === 'string'
const isInt = (value: unknown) => Number.isSafeInteger(value)

/** What each reader takes, told apart from the reader itself. */
const readers: readonly {
  readonly reader: string
  readonly read: (fields: Fields) => unknown
  readonly fits: (value: unknown) => boolean
}[] = [
  { reader: 'textOr', read: (fields) => fields.textOr('x'), fits: isText },
  { reader: 'intOr', read: (fields) => fields.intOr('x'), fits: isInt },
  { reader: 'numberOr', read: (fields) => fields.numberOr('x'), fits: (value) => Number.isFinite(value) },
  { reader: 'flagOr', read: (fields) => fields.flagOr('x'), fits: (value) => typeof value === 'boolean' },
]
const lists: typeof readers = [
  { reader: 'texts', read: (fields) => fields.texts('x'), fits: isListOf(isText) },
  { reader: 'ints', read: (fields) => fields.ints('x'), fits: isListOf(isInt) },
]

/** Any JSON value, and what a program can make of one. */
const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, NaN, Infinity, 2 ** 60, 1.5, ''))

function outcome(read: (fields: Fields) => unknown, values: unknown, path = '') {
  try {
    return { value: read(new Fields(values, refuse, path)) }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.field }
    throw error
  }
}

describe('a field of any value', () => {
  test.each(readers)(
    '$reader gives it as it is, undefined where it is missing, and refuses another type',
    ({ read, fits }) =>
      fc.assert(
        fc.property(anything, (value) => {
          const got = outcome(read, { x: value })
          if (isMissing(value)) expect(got).toEqual({ value: undefined })
          else if (fits(value)) expect(got).toEqual({ value })
          else expect(got.refused).toMatchObject({ path: 'x', name: 'x', value })
        }),
      ),
  )
  test.each(lists)(
    '$reader gives the list, an empty one where it is missing, and refuses one wrong member',
    ({ read, fits }) =>
      fc.assert(
        fc.property(fc.oneof(anything, fc.array(fc.string()), fc.array(fc.integer())), (value) => {
          const got = outcome(read, { x: value })
          if (isMissing(value)) expect(got).toEqual({ value: [] })
          else if (fits(value)) expect(got).toEqual({ value })
          else expect(got.refused).toMatchObject({ path: 'x', value })
        }),
      ),
  )
  test('the readers that need it refuse a missing one as they refuse a wrong one', () =>
    fc.assert(
      fc.property(anything, (value) => {
        for (const [needed, optional] of [
          ['text', 'textOr'],
          ['int', 'intOr'],
          ['number', 'numberOr'],
        ] as const) {
          const wanted = outcome((fields) => fields[optional]('x'), { x: value })
          const got = outcome((fields) => fields[needed]('x'), { x: value })
          if ('value' in wanted && wanted.value !== undefined) expect(got).toEqual(wanted)
          else expect(got.refused).toMatchObject({ path: 'x', value: isMissing(value) ? undefined : value })
        }
      }),
    ))
  test('whatever stands where the arguments belong, an optional field is missing in what is no object', () =>
    fc.assert(
      fc.property(
        anything.filter((value) => !isJsonObject(value)),
        (values) => {
          expect(outcome((fields) => fields.textOr('x'), values)).toEqual({ value: undefined })
          expect(outcome((fields) => fields.texts('x'), values)).toEqual({ value: [] })
        },
      ),
    ))
  test('the path names the objects and the place in the list around it', () =>
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), (before, after) => {
        const rows = [...Array<object>(before).fill({}), { inner: { line: 'x' } }, ...Array<object>(after).fill({})]
        const read = (fields: Fields) => fields.objects('rows').map((row) => row.object('inner').intOr('line'))
        expect(outcome(read, { rows }).refused?.path).toBe(`rows[${before}].inner.line`)
      }),
    ))
  test('a record has a text for each member that is a text, a number or a flag', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
        (env) => {
          const read = new Fields({ env }, refuse).record('env')
          expect(Object.keys(read).sort()).toEqual(Object.keys(env).sort())
          for (const [key, value] of Object.entries(env))
            expect(read[key]).toBe(value === null ? undefined : String(value))
        },
      ),
    ))
})

describe('a member of any value, read without an error', () => {
  test('is given where it has the type, and counts as absent elsewhere', () =>
    fc.assert(
      fc.property(anything, (value) => {
        const object = { x: value }
        expect(textIn(object, 'x')).toBe(typeof value === 'string' ? value : undefined)
        expect(countIn(object, 'x')).toBe(Number.isInteger(value) ? value : undefined)
        expect(booleanIn(object, 'x')).toBe(typeof value === 'boolean' ? value : undefined)
        expect(flagIn(object, 'x')).toBe(value === true)
        expect(objectIn(object, 'x')).toBe(isJsonObject(value) ? value : undefined)
      }),
    ))
  test('a list keeps the members of the type, in their order', () =>
    fc.assert(
      fc.property(fc.array(anything), (list) => {
        expect(textsIn({ x: list }, 'x')).toEqual(list.filter((one) => typeof one === 'string'))
        expect(listIn({ x: list }, 'x')).toEqual(list.filter(isJsonObject))
      }),
    ))
})
