import { describe, expect, test } from 'vitest'
import { rpcError, type RpcErrorType } from './rpc-error.js'
import { toolError } from './make-tool-error.js'

describe('a documented error', () => {
  test('its sentence and its hint are filled in from its data', () => {
    const { message, data } = toolError('STOP_CHANGED', { expected: 3, actual: 4, by: 'code' }).wire
    expect(`${message} ${data.hint ?? ''}`).toContain('code')
    expect(`${message} ${data.hint ?? ''}`).not.toMatch(/{\w+}/)
    expect(data).toMatchObject({ type: 'STOP_CHANGED', expected: 3, actual: 4, by: 'code' })
  })
  test('a caller that knows more gives its own sentence, and braces in it stay', () =>
    expect(toolError('LAUNCH_FAILED', { reason: 'x' }, 'no {reason} given').message).toBe('no {reason} given'))
  test.each([
    { error: toolError('INVALID_PARAMETER', { field: 'depth', parameter: 'depth', value: 0 }), code: -32602 },
    { error: toolError('NOT_PAUSED', { current_state: 'running' }), code: -32000 },
  ])('$error.type has the code $code', ({ error, code }) => expect(error.wire.code).toBe(code))
})

describe('an error of the call itself (JSON-RPC 2.0, 5.1)', () => {
  test.each<[RpcErrorType, number]>([
    ['PARSE_ERROR', -32700],
    ['INVALID_REQUEST', -32600],
    ['METHOD_NOT_FOUND', -32601],
    ['INTERNAL', -32603],
    ['CANCELLED', -32800],
  ])('%s: %d', (type, code) =>
    expect(rpcError(type, 'why', { nearest: 'evaluate' }).wire).toEqual({
      code,
      message: 'why',
      data: { type, nearest: 'evaluate' },
    }),
  )
})
