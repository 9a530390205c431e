import { expect, test } from 'vitest'
import { withoutOpenEnds } from './without-open-ends.js'

test.each([
  { line: '(setf (limit account) amount))', text: '(setf (limit account) amount)' },
  { line: '(decf (balance a) (size a)))) ; of the month', text: '(decf (balance a) (size a)) ; of the month' },
  { line: '(push #\\) found)', text: '(push #\\) found)' },
  { line: '(note ":-)")', text: '(note ":-)")' },
  { line: '(let ((s 0)', text: '(let ((s 0)' },
  { line: 'total = add(total, i)', text: 'total = add(total, i)' },
])('the brackets at the end of a line that other lines have opened are left out: $line', ({ line, text }) => {
  expect(withoutOpenEnds(line)).toBe(text)
})
