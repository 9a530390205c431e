import { expect, test } from 'vitest'
import { conditionText, readForeignBreakpoints } from './foreign-breakpoints.js'

const row = { id: 7, what: 'source', path: '/w/a.py', line: 3, actualLine: 4, enabled: true, verified: true, hits: 0 }
const owner = { client: 2, name: 'agent-1', principal: 'me', kind: 'agent' }

test('breakpoints of others are read with owner, condition and the line where they stand', () => {
  const breakpoints = [
    { ...row, owner, condition: 'n > 3' },
    { ...row, id: 8, setBy: owner },
    { id: 9, what: 'function' },
  ]
  expect(readForeignBreakpoints({ breakpoints })).toEqual([
    { id: 7, owner: 'agent-1', path: '/w/a.py', line: 4, isEnabled: true, condition: 'n > 3' },
    { id: 8, owner: 'agent-1', path: '/w/a.py', line: 4, isEnabled: true },
  ])
})

test('a body that is none gives none', () => expect(readForeignBreakpoints(undefined)).toEqual([]))

test.each([
  { more: {}, text: '' },
  { more: { condition: 'n > 3', hitCondition: '2' }, text: 'if n > 3, hit 2' },
  { more: { logMessage: 'here', isEnabled: false }, text: 'prints “here”, switched off' },
])('what it waits for reads "$text"', ({ more, text }) => {
  expect(conditionText({ id: 1, owner: 'a', path: '/a', line: 1, isEnabled: true, ...more })).toBe(text)
})
