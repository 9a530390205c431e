import { describe, expect, test } from 'vitest'
import { errorFromDap, errorToDap } from './dap-failure.js'
import { thrownFromDap, thrownToDap } from './thrown.js'
import { toolError } from './make-tool-error.js'

describe('a documented error in a failed DAP response', () => {
  test('comes back as it was', () => {
    const error = toolError('STOP_CHANGED', { expected: 3, actual: 4, by: 'code' })
    const carried: unknown = JSON.parse(JSON.stringify(errorToDap(error)))
    expect(errorFromDap(carried)?.wire).toEqual(error.wire)
  })
  test.each([
    { why: 'nothing', error: undefined },
    {
      why: "an adapter's own",
      error: { id: 2009, format: 'Unable to evaluate', variables: { dapplexError: 'no JSON' } },
    },
    {
      why: 'a type that is not documented',
      error: { id: 1, format: 'x', variables: { dapplexError: '{"type":"NOPE"}' } },
    },
  ])('$why is none', ({ error }) => expect(errorFromDap(error)).toBeUndefined())
})

describe('what an expression threw, in a failed evaluate', () => {
  test('comes back as it was', () => {
    const thrown = { type: 'KeyError', typeFull: 'builtins.KeyError', message: "'x'" }
    expect(thrownFromDap(thrownToDap(thrown))).toEqual(thrown)
  })
  test('another failure threw nothing', () => expect(thrownFromDap({ id: 1, format: 'no' })).toBeUndefined())
})

test('a field that is not known is absent, and reads "unknown" in the sentence', () => {
  const { message, data } = toolError('INVALID_FRAME', { frame_index: 7, total_frames: undefined }).wire
  expect(message).toBe('There is no frame 7')
  expect(Object.keys(data)).toEqual(['type', 'hint', 'frame_index'])
})
