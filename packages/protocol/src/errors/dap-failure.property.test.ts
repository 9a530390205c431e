import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorText, fillPlaces, plainFormat } from '../dap/error-text.js'
import { escapeJson } from '../derive/escape-json.js'
import { nearestName } from '../derive/nearest-name.js'
import { errorFromDap } from './dap-failure.js'
import { thrownFromDap, thrownToDap } from './thrown.js'

test('what a program threw comes out of a failed answer as it went in', () =>
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), fc.string(), (type, typeFull, message) => {
      const thrown = { type, message, ...(typeFull === undefined ? {} : { typeFull }) }
      expect(thrownFromDap(JSON.parse(JSON.stringify(thrownToDap(thrown))))).toEqual(thrown)
    }),
  ))

test('any other error of an answer is neither an exception nor a documented error, and raises nothing', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (error) => {
      expect(thrownFromDap(error)).toBeUndefined()
      expect(errorFromDap(error)).toBeUndefined()
    }),
  ))

test('a text made a plain format reads the same, whatever the variables are', () =>
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.string()), (text, variables) => {
      expect(errorText({ format: plainFormat(text), variables })).toBe(plainFormat(text))
    }),
  ))

test('a value that looks like a place is not filled again', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^\w{1,8}$/), (name) => {
      expect(fillPlaces(`<{${name}}>`, () => `{${name}}`)).toBe(`<{${name}}>`)
    }),
  ))

test('escaped JSON is the same value, in characters that no terminal obeys', () =>
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify(value)
      const escaped = escapeJson(json)
      expect(JSON.parse(escaped)).toEqual(JSON.parse(json))
      expect(escaped).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u)
    }),
  ))

test('the nearest name is a known one, and a known name is nearest to itself in any case of its letters', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,12}$/), { minLength: 1 }),
      fc.nat(),
      fc.string(),
      (known, at, other) => {
        const name = known[at % known.length] ?? ''
        expect(nearestName(name.toUpperCase(), known)).toBe(name)
        expect([undefined, ...known]).toContain(nearestName(other, known))
      },
    ),
  ))
