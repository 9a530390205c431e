import { expect, test } from 'vitest'
import { messageOf } from './exception-info.js'

test.each([
  { text: 'TypeError: bad x\n    at f (/m.js:1:1)', want: 'bad x' },
  { text: 'Error\n    at f (/m.js:1:1)', want: '' },
  {
    text: 'TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument\nmust be\n    at x (/m.js:1:1)',
    want: 'The "path" argument\nmust be',
  },
  { text: 'shop.OutOfStock: no apples', want: 'no apples' },
  { text: 'what is this', want: 'what is this' },
])('$want', ({ text, want }) => expect(messageOf(text)).toBe(want))
