import { expect, test } from 'vitest'
import { completionTarget } from './completion-target.js'

test.each([
  { text: 'ord', want: { object: undefined, prefix: 'ord', start: 0 } },
  { text: 'x + ord', want: { object: undefined, prefix: 'ord', start: 4 } },
  { text: 'order.it', want: { object: 'order', prefix: 'it', start: 6 } },
  { text: 'order.', want: { object: 'order', prefix: '', start: 6 } },
  { text: 'order?.na', want: { object: 'order', prefix: 'na', start: 7 } },
  { text: '1 + a.b(1, [2])[3].c', want: { object: 'a.b(1, [2])[3]', prefix: 'c', start: 19 } },
  { text: 'f(this.x', want: { object: 'this', prefix: 'x', start: 7 } },
  { text: '"text".len', want: { object: undefined, prefix: 'len', start: 7 } },
  { text: '', want: { object: undefined, prefix: '', start: 0 } },
])('$text', ({ text, want }) => expect(completionTarget(text)).toEqual(want))
