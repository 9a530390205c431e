import { expect, test } from 'vitest'
import { consoleText } from './console-messages.js'

const text = (value: string) => ({ type: 'string', value })
const number = (value: number) => ({ type: 'number', value, description: String(value) })

test.each([
  { args: [], want: '' },
  { args: [text('a'), number(1), text('b')], want: 'a 1 b' },
  { args: [text('%s is %d%%'), text('x'), number(5), text('rest')], want: 'x is 5% rest' },
  { args: [text('%cred'), text('color: red')], want: 'red' },
  { args: [text('%s')], want: '%s' },
  { args: [number(1), text('%s')], want: '1 %s' },
])('$want', ({ args, want }) => expect(consoleText(args)).toBe(want))
