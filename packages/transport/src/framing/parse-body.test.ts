import { Buffer } from 'node:buffer'
import { describe, expect, test, vi } from 'vitest'
import { parseBody } from './parse-body.js'

describe('a body that the owner of the port recognizes', () => {
  const known = { is: 'known' }
  test('is parsed when somebody asks for its value, once', () => {
    const parse = vi.spyOn(JSON, 'parse')
    const body = parseBody(Buffer.from('{"a":"ä"}'), () => known)
    expect(body).toMatchObject({ kind: 'message', recognized: known })
    expect(parse).not.toHaveBeenCalled()
    const value = body.kind === 'message' ? body.value : undefined
    expect(value).toEqual({ a: 'ä' })
    expect(body.kind === 'message' && body.value).toBe(value)
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })
  test('any other is parsed at once, and one that is no UTF-8 is not shown to it', () => {
    const recognize = vi.fn(() => undefined)
    expect(parseBody(Buffer.from('{"a":1}'), recognize)).toMatchObject({ kind: 'message', value: { a: 1 } })
    expect(parseBody(Buffer.from('{'), recognize).kind).toBe('malformed')
    expect(recognize).toHaveBeenCalledTimes(2)
    const latin1 = parseBody(Buffer.from('{"a":"\u00e4"}', 'latin1'), recognize)
    expect(latin1).toMatchObject({ kind: 'message', value: { a: '\ufffd' } })
    expect(recognize).toHaveBeenCalledTimes(2)
  })
})
