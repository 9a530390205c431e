import { describe, expect, test } from 'vitest'
import { shownString, stringLiteral } from './string-literal.js'

describe('a text as a C# literal', () => {
  test.each([
    { text: 'plain', want: '"plain"', why: 'printable ASCII stays' },
    { text: 'a "b" \\', want: '"a \\"b\\" \\\\"', why: 'quotes and backslashes are escaped' },
    { text: 'größe', want: '"gr\\u00f6\\u00dfe"', why: 'other letters are four hexadecimal digits' },
    { text: '\u{1F600}', want: '"\\U0001f600"', why: 'a character outside the basic plane has eight digits' },
    { text: 'a\nb\0', want: '"a\\u000ab\\u0000"', why: 'control characters are escaped' },
  ])('$why', ({ text, want }) => expect(stringLiteral(text)).toBe(want))
})

describe('a string as netcoredbg shows it', () => {
  test.each([
    { shown: '"plain"', want: 'plain', why: 'the quotes go' },
    { shown: '"a \\"b\\" \\\\ c"', want: 'a "b" \\ c', why: 'quotes and backslashes are unescaped' },
    { shown: '"a\\nb\\tc\\rd"', want: 'a\nb\tc\rd', why: 'newline, tab and return are unescaped' },
    { shown: '""', want: '', why: 'an empty string is a string' },
    { shown: '"', want: undefined, why: 'one quote is no string' },
    { shown: '{int}', want: undefined, why: 'an object is no string' },
  ])('$why: $shown', ({ shown, want }) => expect(shownString(shown)).toBe(want))
})
