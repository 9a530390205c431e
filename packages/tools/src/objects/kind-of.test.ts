import { expect, test } from 'vitest'
import { kindOf } from './kind-of.js'

test.each([
  { type: 'list', want: 'list', why: 'Python' },
  { type: 'dict', want: 'dictionary', why: 'Python' },
  { type: 'tuple', want: 'array', why: 'Python' },
  { type: 'Account', want: 'object', why: 'a class' },
  { type: 'Array', want: 'array', why: 'JavaScript' },
  { type: 'Map', want: 'dictionary', why: 'JavaScript' },
  { type: '*main.Account', want: 'object', why: 'a pointer is what it points to' },
  { type: '[]string', want: 'array', why: 'Go' },
  { type: 'map[string]int', want: 'dictionary', why: 'Go' },
  { type: 'int[4]', want: 'array', why: 'C' },
  { type: 'int[]', want: 'array', why: 'C#' },
  { type: 'System.Collections.Generic.List<Shop.Order>', want: 'list', why: '.NET' },
  { type: 'System.Collections.Generic.Dictionary<string, int>', want: 'dictionary', why: '.NET' },
  { type: 'Shop.Customer', want: 'object', why: '.NET' },
  { type: 'cons', want: 'cons', why: 'Lisp' },
  { type: 'SIMPLE-VECTOR', want: 'array', why: 'Lisp' },
  { type: 'hash-table', want: 'hash-table', why: 'Lisp' },
  { type: undefined, want: 'object', why: 'unknown' },
])('$type is $want ($why)', ({ type, want }) => expect(kindOf(type === undefined ? {} : { type })).toBe(want))

test('indexed members make an array of what has no other name', () =>
  expect(kindOf({ type: 'X', indexed: 3 })).toBe('array'))
