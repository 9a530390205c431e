import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { describe, expect, test } from 'vitest'
import { evaluationFailure } from './evaluation-failure.js'

const refused = (message: string): Dap.Response => ({
  seq: 1,
  type: 'response',
  request_seq: 1,
  command: 'evaluate',
  success: false,
  message,
})
const shown = (type: string, result: string): Dap.Response => ({
  ...refused(''),
  success: true,
  body: { type, result, variablesReference: 0 },
})

describe('why netcoredbg refused an evaluation', () => {
  test.each([
    { response: refused('error: CORDBG_E_ILLEGAL_AT_GC_UNSAFE_POINT'), kind: 'unsafe_point', why: 'native code' },
    { response: refused('0x80131c23'), kind: 'unsafe_point', why: 'native code, as a number' },
    { response: refused('inconsistent state'), kind: 'frozen', why: 'an evaluation never returned' },
    { response: refused('Evaluation timed out.'), kind: 'timeout', why: 'more than 5 s' },
    { response: refused('0x80070057'), kind: 'adapter', why: 'an unknown reason keeps the words of netcoredbg' },
    { response: refused(''), kind: 'adapter', why: 'no reason at all' },
    { response: shown('System.TypeLoadException', '{exception}'), kind: 'adapter', why: 'a success of an exception' },
    { response: undefined, kind: 'ended', why: 'netcoredbg is gone' },
  ])('$why is of kind $kind', ({ response, kind }) => {
    const failure = evaluationFailure('a.b', response)
    expect(failure).toMatchObject({ type: 'EVAL_FAILED', data: { kind } })
    expect(failure.message).not.toBe('')
  })

  test.each(['0x80131302', "Error processing 'evaluate' request. The operation was canceled."])(
    '%s: the program runs',
    (message) => {
      expect(evaluationFailure('a.b', refused(message))).toMatchObject({ type: 'NOT_PAUSED' })
    },
  )
})
