import { expect, test } from 'vitest'
import { formatPrompt } from './prompt.js'

test.each([
  { state: { state: 'running' }, want: 's1 running> ', why: 'a running program has no place' },
  {
    state: { state: 'stopped', location: { path: '/x/app.js', line: 12 } },
    want: 's1 stopped app.js:12> ',
    why: 'the file without its folder',
  },
  {
    state: { state: 'stopped', location: { file: '/x/app.js' } },
    want: 's1 stopped app.js> ',
    why: 'a file without a line',
  },
  { state: { state: 'stopped', location: { function: 'f' } }, want: 's1 stopped> ', why: 'a frame without source' },
  {
    state: { state: 'stopped', location: { path: '/x/a\u001b[2J.js', line: 1 } },
    want: String.raw`s1 stopped a\u001b[2J.js:1> `,
    why: 'a file name that a terminal would obey',
  },
])('$why', ({ state, want }) => expect(formatPrompt('s1', state)).toBe(want))
