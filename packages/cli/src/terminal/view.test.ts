import { describe, expect, test } from 'vitest'
import { parseBreakpoint } from './breakpoint-commands.js'
import { describeEvent } from './describe-event.js'
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

describe('events of others', () => {
  const event = { session_id: 's1', by: { name: 'agent-1' } }
  test.each([
    {
      event: { ...event, type: 'stopped', reason: 'breakpoint', location: { path: '/a.js', line: 3 } },
      want: 'stopped: breakpoint at /a.js:3 (agent-1)',
    },
    { event: { ...event, type: 'continued' }, want: 'continued (agent-1)' },
    { event: { ...event, type: 'client_joined', client: { name: 'vscode' } }, want: 'vscode joined' },
    { event: { ...event, type: 'exited', exit_code: 3 }, want: 'the program ended with exit code 3' },
    { event: { ...event, type: 'thread' }, want: undefined },
    { event: { ...event, type: 'message', text: 'hello' }, want: 'agent-1: hello' },
    {
      event: { ...event, type: 'control', change: 'taken', holder: { name: 'code' }, reason: 'my turn' },
      want: 'code has control of the program: my turn',
    },
    { event: { ...event, type: 'control', change: 'released' }, want: 'nobody has control of the program' },
    { event: { ...event, type: 'control', change: 'renewed', holder: { name: 'code' } }, want: undefined },
  ])('$event.type', ({ event: one, want }) => expect(describeEvent(one)).toBe(want))
})
