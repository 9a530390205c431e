import { describe, expect, test } from 'vitest'
import { errorText, fillPlaces, plainFormat } from './error-text.js'
import { decodeMessage } from './message.js'

describe('mux 20: a message from outside', () => {
  test.each([
    [{ seq: 1, type: 'request', command: 'threads' }, 'request'],
    [{ seq: 1, type: 'response', request_seq: 4, success: true, command: 'threads' }, 'response'],
    [{ seq: 1, type: 'event', event: 'stopped' }, 'event'],
  ])('%j is the same object', (message, kind) => {
    const decoded = decodeMessage(message)
    expect(decoded.kind).toBe(kind)
    expect('message' in decoded && decoded.message).toBe(message)
  })
  test.each([
    [{ type: 'request', command: 'x', arguments: null }, { seq: 0, type: 'request', command: 'x' }, 'null arguments'],
    [{ seq: '1', type: 'event', event: 'x' }, { seq: 0, type: 'event', event: 'x' }, 'a seq that is text'],
    [
      { seq: 1, type: 'response', request_seq: 4 },
      { seq: 1, type: 'response', request_seq: 4, success: false, command: '' },
      'a response that does not say whether it worked',
    ],
  ])('%j is repaired to %j: %s', (...[message, want]) => {
    const decoded = decodeMessage(message)
    expect('message' in decoded && decoded.message).toEqual(want)
  })
  test.each([
    ['text', { seq: 0, command: '', isRequest: false }],
    [null, { isRequest: false }],
    [[], { isRequest: false }],
    [
      { seq: 3, type: 'request' },
      { seq: 3, isRequest: true },
    ],
    [
      { seq: 3, type: 'request', command: 'x', arguments: [] },
      { seq: 3, command: 'x', isRequest: true },
    ],
    [{ type: 'response', request_seq: 'x' }, { isRequest: false }],
    [{ type: 'event' }, { isRequest: false }],
    [{ type: 'other' }, { isRequest: false }],
  ])('%j is malformed', (message, want) => {
    expect(decodeMessage(message)).toMatchObject({ kind: 'malformed', why: expect.any(String), ...want })
  })
})

describe('DAP, "Message": the text of an error', () => {
  test.each([
    [{ format: 'Failed: {why}', variables: { why: 'no file' } }, 'Failed: no file'],
    [{ format: '{a} {b} {a}', variables: { a: '1' } }, '1 {b} 1'],
    [{ format: '{a}', variables: { a: 1 } }, '{a}'],
    [{ format: '{toString}', variables: {} }, '{toString}'],
    [{ format: 'as it is' }, 'as it is'],
    [{ variables: {} }, undefined],
    [undefined, undefined],
  ])('%j: %s', (error, want) => expect(errorText(error)).toBe(want))
  test('a value is not filled in again', () => expect(fillPlaces('{a}', () => '{a}')).toBe('{a}'))
  test('a plain text has no variables', () => {
    const format = plainFormat('cannot read {"text": {}}')
    expect(errorText({ format, variables: { text: 'x' } })).toBe(format)
  })
})
