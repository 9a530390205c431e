import { describe, expect, test } from 'vitest'
import { argumentsOf } from '../dap/arguments.js'
import { describeBreakpoint, readSpec, ruleOf, type Breakpoint, type BreakpointState } from './breakpoint.js'

const specOf = (args: Record<string, unknown>, lineBase: 0 | 1 = 1) =>
  readSpec(argumentsOf('setBreakpoints', args), { lineBase, columnBase: 1 })
const withState = (state: BreakpointState): Breakpoint => ({
  id: 3,
  source: { path: '/m.js' },
  spec: specOf({ line: 5 }),
  rule: {},
  state,
  toldError: false,
})
const told = (state: BreakpointState) => describeBreakpoint(withState(state), { lineBase: 1, columnBase: 1 })

describe('what is asked', () => {
  test('is counted as the client counts', () => {
    expect(specOf({ line: 5, column: 3 })).toMatchObject({ line: 4, column: 2 })
    expect(specOf({ line: 5 }, 0)).toMatchObject({ line: 5, column: undefined })
  })

  test('empty conditions are none', () => {
    expect(specOf({ line: 1, condition: ' ', hitCondition: '', logMessage: '' })).toMatchObject({
      condition: undefined,
      hitCondition: undefined,
      logMessage: undefined,
    })
  })

  test('a hit count that cannot be read is refused', () => {
    expect(ruleOf(specOf({ line: 1, hitCondition: 'often' }))).toEqual({
      reason: 'hit count "often" is none of N, =N, >N, >=N, <N, <=N, %N',
    })
  })
})

describe('what is told', () => {
  test.each([
    { state: { kind: 'refused', reason: 'no' }, want: { verified: false, line: 5, message: 'no' } },
    { state: { kind: 'pending', inspectorId: 'x' }, want: { verified: false, line: 5, reason: 'pending' } },
    { state: { kind: 'set', inspectorId: 'x', line: 4, column: 2 }, want: { verified: true, line: 5, column: 3 } },
    {
      state: { kind: 'set', inspectorId: 'x', line: 6, column: 0 },
      want: { verified: true, line: 7, message: 'line 5 has no code: moved to line 7' },
    },
  ] as const)('$state.kind at $want.line', ({ state, want }) => expect(told(state)).toMatchObject({ id: 3, ...want }))
})
