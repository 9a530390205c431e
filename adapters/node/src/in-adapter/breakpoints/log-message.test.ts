import { describe, expect, test } from 'vitest'
import { parseLogMessage } from './log-message.js'

const text = (one: string) => ({ kind: 'text', text: one })
const expression = (one: string) => ({ kind: 'expression', expression: one })

describe('log messages', () => {
  test.each([
    { message: 'plain', want: [text('plain')], why: 'no expression' },
    { message: 'n={n}!', want: [text('n='), expression('n'), text('!')], why: 'an expression' },
    { message: '{a}{b}', want: [expression('a'), expression('b')], why: 'two in a row' },
    { message: '{ {x: 1}.x }', want: [expression('{x: 1}.x')], why: 'braces inside' },
    { message: "{'}'}", want: [expression("'}'")], why: 'a brace in a string' },
    { message: '\\{x\\}', want: [text('{x}')], why: 'escaped braces' },
    { message: 'a {b', want: [text('a {b')], why: 'never closed' },
    { message: '{}', want: [text('{}')], why: 'nothing inside' },
    { message: '', want: [], why: 'empty' },
  ])('$why', ({ message, want }) => expect(parseLogMessage(message)).toEqual(want))
})
