import { expect, test } from 'vitest'
import { asExpression } from './expression.js'

test.each([
  { text: '{a: 1}', want: '({a: 1}\n)', why: 'an object' },
  { text: '{}', want: '({}\n)', why: 'an empty object' },
  { text: '{ let x = 1; x }', want: '{ let x = 1; x }', why: 'a block' },
  { text: 'a + 1', want: 'a + 1', why: 'anything else' },
  { text: '{a: 1}.a', want: '{a: 1}.a', why: 'not to its end' },
])('$why', ({ text, want }) => expect(asExpression(text)).toBe(want))
