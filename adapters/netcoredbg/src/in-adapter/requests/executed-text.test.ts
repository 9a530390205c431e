import { expect, test } from 'vitest'
import { ExecutedText } from './executed-text.js'

test.each([
  { text: 'account.Balance += i', name: 'account', may: false },
  { text: 'list[0] = account.Balance', name: 'list', may: false },
  { text: 'account?.Close()', name: 'account', may: false },
  { text: 'account = Other(i)', name: 'account', may: true },
  { text: 'Swap(ref account, out other)', name: 'other', may: true },
  { text: '(account, n) = Pair()', name: 'account', may: true },
  { text: 'var accounts = accountsOf(x)', name: 'account', may: false },
])('a statement can have given a variable another value: $text, $name', ({ text, name, may }) => {
  expect(new ExecutedText(text).mayAssign(name)).toBe(may)
})

test.each([
  { text: 'i < count', only: true },
  { text: 'var k = i % 7', only: true },
  { text: 'total += i', only: false },
  { text: 'i = Next(i)', only: false },
])('a statement that names only plain variables reaches into no object: $text', ({ text, only }) => {
  expect(new ExecutedText(text).namesOnly(new Set(['i', 'k', 'count']))).toBe(only)
})
