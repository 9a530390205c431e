import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeMessage } from './message.js'

/** Envelopes whose members are often, but not always, what DAP asks for. */
const envelope = fc.record(
  {
    seq: fc.oneof(fc.integer(), fc.jsonValue()),
    type: fc.oneof(fc.constantFrom('request', 'response', 'event'), fc.jsonValue()),
    command: fc.oneof(fc.string(), fc.jsonValue()),
    event: fc.oneof(fc.string(), fc.jsonValue()),
    request_seq: fc.oneof(fc.integer(), fc.jsonValue()),
    success: fc.oneof(fc.boolean(), fc.jsonValue()),
    arguments: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
    body: fc.jsonValue(),
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const anything = fc.oneof({ weight: 4, arbitrary: envelope }, { weight: 1, arbitrary: fc.jsonValue() })

describe('whatever arrives', () => {
  test('what is taken for DAP has the envelope of DAP', () =>
    fc.assert(
      fc.property(anything, (value) => {
        const decoded = decodeMessage(value)
        if (decoded.kind === 'malformed') {
          expect(decoded.why).not.toBe('')
          expect(Number.isInteger(decoded.seq)).toBe(true)
          return
        }
        expect(decoded.message).toMatchObject({ type: decoded.kind, seq: expect.toSatisfy(Number.isInteger) })
        switch (decoded.kind) {
          case 'request':
            expect(typeof decoded.message.command).toBe('string')
            expect(decoded.message.arguments ?? {}).toBeTypeOf('object')
            break
          case 'response':
            expect(decoded.message).toMatchObject({
              request_seq: expect.toSatisfy(Number.isInteger),
              success: expect.any(Boolean),
              command: expect.any(String),
            })
            break
          case 'event':
            expect(typeof decoded.message.event).toBe('string')
        }
      }),
    ))
  test('a repaired message needs no second repair, and is then given back itself', () =>
    fc.assert(
      fc.property(anything, (value) => {
        const decoded = decodeMessage(value)
        if (decoded.kind === 'malformed') return
        const again = decodeMessage(decoded.message)
        expect(again).toEqual(decoded)
        expect('message' in again && again.message === decoded.message).toBe(true)
      }),
    ))
  test('a repair touches the envelope only: body, arguments and members that DAP does not know stay', () =>
    fc.assert(
      fc.property(envelope, (value) => {
        const decoded = decodeMessage(value)
        if (decoded.kind === 'malformed') return
        const { seq: _seq, success: _success, command: _command, arguments: args, ...rest } = value
        expect(decoded.message).toMatchObject(rest)
        if (decoded.kind === 'request' && args !== null) expect(decoded.message.arguments).toEqual(args)
      }),
    ))
})
