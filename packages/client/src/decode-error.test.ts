import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeError } from './decode-error.js'

describe('the error of a response', () => {
  test.each([
    { code: -32700, type: 'PARSE_ERROR' },
    { code: -32600, type: 'INVALID_REQUEST' },
    { code: -32601, type: 'METHOD_NOT_FOUND' },
    { code: -32602, type: 'INVALID_PARAMETER' },
    { code: -32603, type: 'INTERNAL' },
    { code: -1, type: 'INTERNAL' },
  ])('of JSON-RPC with the code $code has the type $type', ({ code, type }) =>
    expect(decodeError({ code, message: 'm' })).toEqual({ code, message: 'm', data: { type } }),
  )
  test('of a tool keeps its type and its data', () => {
    const error = { code: -32000, message: 'm', data: { type: 'NOT_PAUSED', current_state: 'running' } }
    expect(decodeError(error)).toEqual(error)
  })
  test('of any shape has a code, a text and a type, and what can be read of it stays', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ code: fc.jsonValue(), message: fc.jsonValue(), data: fc.jsonValue() })),
        (error) => {
          const { code, message, data } = decodeError(error)
          expect([typeof code, typeof message, typeof data.type]).toEqual(['number', 'string', 'string'])
          const given = fc.stringify(error)
          if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')
            expect(message, given).toBe(error.message)
        },
      ),
    ))
})
