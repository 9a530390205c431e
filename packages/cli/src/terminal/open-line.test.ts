import { expect, test } from 'vitest'
import { isOpenLine, joinLines } from './open-line.js'

test.each([
  { text: 'p (1 +', open: true, why: 'a bracket is open' },
  { text: 'p f([1, 2], {', open: true, why: 'the last of several is open' },
  { text: 'p (1 +\n2)', open: false, why: 'the next line closes it' },
  { text: 'p ")("', open: false, why: 'brackets in a string are text' },
  { text: "p '(a b)", open: false, why: 'the quote of Lisp' },
  { text: 'p "\\"("', open: false, why: 'an escaped quotation mark' },
  { text: 'p )', open: false, why: 'one too many: the program says so' },
  { text: 'say (hello', open: false, why: 'a message is no expression' },
  { text: 'in (', open: false, why: 'input is no expression' },
  { text: 'say hello \\', open: true, why: 'a backslash at the end' },
])('$why', ({ text, open }) => expect(isOpenLine(text)).toBe(open))

test('the lines of one command are one line', () => {
  expect(joinLines('p (1 +\n  2)')).toBe('p (1 +   2)')
  expect(joinLines('say hello \\\nyou')).toBe('say hello  you')
})
