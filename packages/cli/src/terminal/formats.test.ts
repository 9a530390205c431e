import { describe, expect, test } from 'vitest'
import { parseBreakpoint } from './breakpoint-commands.js'
import { formatBreakpoint, formatFrame, formatLocation, formatVariable } from './formats.js'

describe('breakpoints as typed', () => {
  test.each([
    { text: '/none/app.js:12', want: { place: { file: '/none/app.js', line: 12 } }, why: 'a place' },
    {
      text: '/none/app.js:12 if n > 3',
      want: { place: { file: '/none/app.js', line: 12 }, condition: 'n > 3' },
      why: 'a place with a condition',
    },
    { text: 'total', want: { place: { function: 'total' } }, why: 'a function' },
    { text: '"/none/a b.js:2"', want: { place: { file: '/none/a b.js', line: 2 } }, why: 'a place in quotation marks' },
    {
      text: '"/none/a b.js":2 if n',
      want: { place: { file: '/none/a b.js', line: 2 }, condition: 'n' },
      why: 'a file in quotation marks',
    },
    {
      text: "'/none/if if.js:2' if n",
      want: { place: { file: '/none/if if.js', line: 2 }, condition: 'n' },
      why: 'a file name with " if "',
    },
    { text: 'Shop.Order:total', want: { place: { function: 'Shop.Order:total' } }, why: 'a function with a colon' },
    { text: 'app.js:0', want: { place: { function: 'app.js:0' } }, why: 'lines count from 1' },
    { text: 'total if n', want: { place: { function: 'total' }, condition: 'n' }, why: 'a function with a condition' },
  ])('$why', ({ text, want }) => expect(parseBreakpoint(text)).toEqual(want))
  test('nothing is a usage mistake', () => expect(() => parseBreakpoint('')).toThrow('FILE:LINE'))
})

describe('lines for a person', () => {
  test.each([
    { line: formatFrame({ index: 1, function: 'f', file: '/a.js', line: 3 }, true), want: '* #1 f at /a.js:3' },
    { line: formatFrame({ index: 0, function: 'native' }, false), want: '  #0 native' },
    { line: formatVariable({ name: 'a', type: 'number', value: '1' }), want: '  a (number) = 1' },
    { line: formatVariable({ name: 'o', value: '{…}', has_children: true }), want: '  o = {…} …' },
    { line: formatLocation(undefined), want: 'an unknown place' },
    { line: formatLocation({ function: 'f', path: '/a.js', line: 3 }), want: 'f at /a.js:3' },
    {
      line: formatBreakpoint({ id: 2, file: '/a.js', line: 3, verified: false, message: 'not loaded' }),
      want: '  2  /a.js:3 (pending: not loaded)',
    },
    { line: formatBreakpoint({ id: 2, function: 'f', verified: true, condition: 'n' }), want: '  2  f if n' },
  ])('$want', ({ line, want }) => expect(line).toBe(want))
})
