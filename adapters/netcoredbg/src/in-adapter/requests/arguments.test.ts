import { expect, test } from 'vitest'
import { countIn, flagIn, textIn } from '@dapplex/protocol'
import { requiredText } from './arguments.js'

const args = { whole: 3, zero: 0, part: 1.5, text: 'a', empty: '', yes: true, no: false, nothing: null }

test.each([
  { read: () => countIn(args, 'whole'), want: 3, why: 'a whole number' },
  { read: () => countIn(args, 'zero'), want: 0, why: 'frame 0 is a frame' },
  { read: () => countIn(args, 'part'), want: undefined, why: 'a fraction is no id' },
  { read: () => countIn(args, 'text'), want: undefined, why: 'a text is no number' },
  { read: () => textIn(args, 'empty'), want: '', why: 'an empty text is a text' },
  { read: () => textIn(args, 'nothing'), want: undefined, why: 'null is no text' },
  { read: () => flagIn(args, 'yes'), want: true, why: 'a flag that is set' },
  { read: () => flagIn(args, 'text'), want: false, why: 'a text is no flag' },
  { read: () => requiredText(args, 'text'), want: 'a', why: 'a text that must be there' },
])('$why', ({ read, want }) => expect(read()).toBe(want))

test('a missing text is INVALID_PARAMETER and names the parameter', () => {
  expect(() => requiredText(args, 'whole')).toThrow("Parameter 'whole' is not valid")
})
