import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemsOf, keyword, keywordName, list, quote, symbol } from './form.js'
import type { Form } from './form.js'
import { printForm } from './print.js'
import { FormSyntaxError, readForm } from './read.js'

describe('reading what a Swank server prints', () => {
  test.each([
    { text: '(:return (:ok nil) 7)', want: list(keyword('return'), list(keyword('ok'), null), 7), why: 'a reply' },
    { text: '(1 . 2)', want: { kind: 'list', items: [1], tail: 2 }, why: 'a dotted pair' },
    { text: '"a \\"b\\" \\\\"', want: 'a "b" \\', why: 'escapes in a string' },
    { text: '"über\n日本"', want: 'über\n日本', why: 'a string of several lines and scripts' },
    { text: '-12', want: -12, why: 'a negative number' },
    { text: '123456789012345678901234567890', want: 123456789012345678901234567890n, why: 'a big number' },
    { text: '1.5d0', want: 1.5, why: 'a double' },
    { text: 'COMMON-LISP:NIL', want: null, why: 'nil with its package' },
    { text: '|a b|', want: symbol('a b'), why: 'a symbol between bars' },
    { text: "'x", want: list(symbol('quote'), symbol('x')), why: 'a quote' },
    { text: '#<foo "a>b" {1}>', want: { kind: 'text', text: '#<foo "a>b" {1}>' }, why: 'an unreadable object' },
    { text: '#\\Space', want: { kind: 'text', text: '#\\Space' }, why: 'a character' },
    { text: '()', want: null, why: 'the empty list' },
  ] as const)('$why: $text', ({ text, want }) => expect(readForm(text)).toEqual(want))

  test.each(['(1 2', '"abc', ')', '', '|x', '(1 . 2 3)'])('what is no form is refused: %s', (text) =>
    expect(() => readForm(text)).toThrow(FormSyntaxError),
  )

  test('printed forms are read back', () => {
    const forms: fc.Arbitrary<Form> = fc.letrec<{ form: Form }>((tie) => ({
      form: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'grapheme' }),
        fc.integer(),
        fc.constant(null),
        fc.constant(true as const),
        fc.constantFrom(keyword('ok'), symbol('cl:car')),
        fc.array(tie('form'), { minLength: 1, maxLength: 4 }).map((items) => list(...items)),
      ),
    })).form
    fc.assert(
      fc.property(forms, (form) => {
        expect(readForm(printForm(form))).toEqual(form)
      }),
    )
  })
})

describe('forms', () => {
  test('keywords, items and quotes', () => {
    expect(keywordName(symbol(':OK'))).toBe('ok')
    expect(keywordName(symbol('car'))).toBeUndefined()
    expect(itemsOf(null)).toEqual([])
    expect(printForm(quote(list(1, 'a', 2.5)))).toBe('(cl:quote (1 "a" 2.5d0))')
  })
})
