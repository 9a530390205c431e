import { describe, expect, test } from 'vitest'
import { continueStep, type StepKind, type StepView } from './step.js'

const own: StepView = { isInternal: false, hasUserCode: true, depth: 5, scriptId: '9', line: 3, isAtReturn: false }
const inNode: StepView = { isInternal: true, hasUserCode: true, depth: 6, scriptId: '1', line: 100, isAtReturn: false }
const eventLoop: StepView = {
  isInternal: true,
  hasUserCode: false,
  depth: 2,
  scriptId: '1',
  line: 100,
  isAtReturn: false,
}

const next = (kind: StepKind, now: StepView, extra = 1) => continueStep({ kind, from: own, extra }, now)

describe('steps and Node’s own code', () => {
  test.each([
    { kind: 'over', now: { ...own, line: 4 }, want: undefined, why: 'the next line of the user’s code is the end' },
    { kind: 'over', now: inNode, want: 'stepOut', why: 'a callback has returned into Node: on to who called Node' },
    { kind: 'over', now: eventLoop, want: 'stepInto', why: 'the last of a callback: look for the next one' },
    { kind: 'out', now: eventLoop, want: 'stepInto', why: 'out of a callback likewise' },
    { kind: 'in', now: inNode, want: 'stepInto', why: 'Node may call the user’s code: look for it' },
    { kind: 'in', now: own, want: 'stepInto', why: 'back on the line where it began: its other calls are to come' },
    { kind: 'in', now: { ...own, depth: 7 }, want: undefined, why: 'the same line in a deeper call is an end' },
    { kind: 'over', now: { ...own, isAtReturn: true }, want: 'stepOver', why: 'the return of the line that was left' },
    { kind: 'over', now: { ...own, line: 4, isAtReturn: true }, want: undefined, why: 'a return on another line' },
    { kind: 'pause', now: inNode, want: undefined, why: 'a pause shows where the program is, its own code below' },
    { kind: 'pause', now: eventLoop, want: 'stepInto', why: 'a pause in the event loop looks for the user’s code' },
  ] as const)('$kind: $why', ({ kind, now, want }) => expect(next(kind, now)).toBe(want))

  test.each([
    { kind: 'in', now: inNode, want: 'stepOut', why: 'nothing found: back to the caller' },
    { kind: 'over', now: eventLoop, want: 'resume', why: 'nothing found: the program runs' },
    { kind: 'pause', now: eventLoop, want: undefined, why: 'nothing found: the pause is here' },
  ] as const)('$kind after a long search: $why', ({ kind, now, want }) => expect(next(kind, now, 40)).toBe(want))

  test('a step in that never left the line at all ends there', () => {
    expect(next('in', own, 0)).toBeUndefined()
  })

  test('every step ends', () => {
    expect(next('in', inNode, 200)).toBeUndefined()
  })
})
