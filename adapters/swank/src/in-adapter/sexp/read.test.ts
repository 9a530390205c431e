import { describe, expect, test } from 'vitest'
import { keyword, list, symbol } from './form.js'
import type { TextForm } from './form.js'
import { printForm } from './print.js'
import { FormSyntaxError, readForm } from './read.js'

const text = (value: string): TextForm => ({ kind: 'text', text: value })

describe('numbers', () => {
  test.each([
    { text: '+7', want: 7, why: 'a sign' },
    { text: '10.', want: 10, why: 'a decimal point at the end is still an integer' },
    { text: '9007199254740991', want: 9007199254740991, why: 'the last integer that a number holds exactly' },
    { text: '9007199254740992', want: 9007199254740992n, why: 'the next one is a bigint' },
    { text: '1.5', want: 1.5, why: 'a single float' },
    { text: '-2.5e-3', want: -0.0025, why: 'an exponent' },
    { text: '1s0', want: 1, why: 'an exponent letter alone makes a float' },
    { text: '.5', want: 0.5, why: 'no digit before the point' },
    { text: '1/3', want: symbol('1/3'), why: 'a ratio has no number: its text is kept' },
    { text: '1+', want: symbol('1+'), why: 'a function name that begins like a number' },
    { text: '-', want: symbol('-'), why: 'a sign alone is a symbol' },
  ])('$text: $why', ({ text, want }) => expect(readForm(text)).toEqual(want))
})

describe('symbols', () => {
  test.each([
    { text: 'nil', want: null, why: 'nil' },
    { text: 'cl:nil', want: null, why: 'nil with a nickname of its package' },
    { text: 'T', want: true, why: 't in upper case' },
    { text: 'nilly', want: symbol('nilly'), why: 'a name that begins with nil' },
    { text: 'pkg::inner', want: symbol('pkg::inner'), why: 'an internal symbol' },
    { text: ':Key', want: symbol(':Key'), why: 'a keyword keeps its case' },
    { text: 'a\\ b', want: symbol('a b'), why: 'an escaped blank' },
    { text: '|nil|', want: symbol('nil'), why: 'bars make it a symbol, not nil' },
    { text: 'x|(|y', want: symbol('x(y'), why: 'bars inside a name' },
    { text: '#:gone', want: symbol(':gone'), why: 'a symbol without a home package' },
  ])('$text: $why', ({ text, want }) => expect(readForm(text)).toEqual(want))
})

describe('what has no reading keeps its text', () => {
  test.each([
    { text: '#\\(', want: text('#\\('), why: 'a character that is a parenthesis' },
    { text: '#\\a', want: text('#\\a'), why: 'a character' },
    { text: '#<a #<b> c>', want: text('#<a #<b> c>'), why: 'one object inside another' },
    { text: '#<a ">" b>', want: text('#<a ">" b>'), why: 'a bracket inside a string closes nothing' },
    { text: '#p"/tmp"', want: '/tmp', why: 'a pathname is its string' },
    { text: '#(1 2)', want: list(1, 2), why: 'a vector is its elements' },
    { text: "#'car", want: list(symbol('quote'), symbol('car')), why: 'a function by name' },
  ])('$text: $why', ({ text: source, want }) => expect(readForm(source)).toEqual(want))

  test('the form after it is still found', () =>
    expect(readForm('(#\\) #<x> :end)')).toEqual(list(text('#\\)'), text('#<x>'), keyword('end'))))
})

describe('lists', () => {
  test.each([
    { text: '(a . (b . nil))', want: list(symbol('a'), symbol('b')) },
    { text: '(a . (b . c))', want: { kind: 'list', items: [symbol('a'), symbol('b')], tail: symbol('c') } },
    { text: '(1 . (2))', want: list(1, 2) },
    { text: '(1 .5)', want: list(1, 0.5) },
    { text: '( \n\t1 )', want: list(1) },
    { text: '(()())', want: list(null, null) },
    { text: '("a""b")', want: list('a', 'b') },
  ] as const)('$text', ({ text, want }) => expect(readForm(text)).toEqual(want))
})

test.each([
  { text: '(1 . 2', why: 'a dotted list without its end' },
  { text: '( . )', why: 'a dot without a tail' },
  { text: '"a\\', why: 'a string that ends in an escape' },
  { text: '#<a', why: 'an object without its end' },
  { text: "'", why: 'a quote of nothing' },
  { text: '   ', why: 'blanks only' },
  { text: '(1 ; 2)', why: 'a comment' },
  { text: '(1 ,x)', why: 'a comma' },
  { text: '('.repeat(100_000), why: 'more lists in lists than there is stack for' },
])('$why is refused, with the place', ({ text }) => {
  expect(() => readForm(text)).toThrow(FormSyntaxError)
  expect(() => readForm(text)).toThrow(/at character \d+/)
})

test('a list of 100,000 items is read', () => {
  const items = Array.from({ length: 100_000 }, (_, index) => index)
  expect(readForm(printForm(list(...items)))).toEqual(list(...items))
})
