import { describe, expect, test } from 'vitest'
import { argumentsFrom } from './arguments.js'
import { errorMessage, RequestFailure } from './failure.js'

describe('arguments of a request', () => {
  const args = argumentsFrom({ a: 'x', n: 3, flag: true, list: ['p', 'q'], env: { A: 'b', C: null, D: 1 }, half: 1.5 })

  test('fields of the right kind', () => {
    expect([args.text('a'), args.int('n'), args.flag('flag'), args.texts('list')]).toEqual(['x', 3, true, ['p', 'q']])
    expect(args.record('env')).toEqual({ A: 'b', C: undefined, D: '1' })
    expect([args.textOr('none'), args.intOr('none'), args.flag('none', true), args.texts('none')]).toEqual([
      undefined,
      undefined,
      true,
      [],
    ])
  })

  test.each([
    { read: () => args.text('n'), why: 'not a string' },
    { read: () => args.int('half'), why: 'not whole' },
    { read: () => args.int('none'), why: 'missing' },
    { read: () => args.flag('a'), why: 'not true or false' },
    { read: () => args.ints('list'), why: 'not numbers' },
    { read: () => argumentsFrom(undefined).text('a'), why: 'no arguments at all' },
  ])('$why: INVALID_PARAMETER', ({ read }) => {
    expect(read).toThrow(RequestFailure)
    expect(read).toThrow(expect.objectContaining({ type: 'INVALID_PARAMETER' }) as Error)
  })
})

describe('failures', () => {
  test('the code and the data travel as strings', () =>
    expect(errorMessage(new RequestFailure('SLOT_NOT_FOUND', 'no', { slot_name: 'x', slots: ['a'], n: 1 }))).toEqual({
      id: 1,
      format: 'no',
      variables: {
        type: 'SLOT_NOT_FOUND',
        dapplexError: '{"slot_name":"x","slots":["a"],"n":1,"type":"SLOT_NOT_FOUND"}',
        slot_name: 'x',
        slots: '["a"]',
        n: '1',
      },
      showUser: false,
    }))

  test('what was not expected is told apart', () =>
    expect(errorMessage(new Error('oops'))).toMatchObject({ id: 2, format: 'oops' }))
})
