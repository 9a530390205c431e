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
    expect(read).toThrow(expect.objectContaining({ type: 'INVALID_PARAMETER' }))
  })
})

describe('what counts as given', () => {
  const args = argumentsFrom({
    none: null,
    zero: 0,
    empty: '',
    off: false,
    list: [],
    nested: { line: 3 },
    many: [{ a: 1 }, 2],
  })

  test('null counts as not given; zero, empty and false are given', () => {
    expect(['none', 'nowhere', 'zero', 'empty', 'off', 'list'].map((name) => args.has(name))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ])
    expect([args.textOr('none'), args.flag('none', true), args.intOr('zero'), args.textOr('empty')]).toEqual([
      undefined,
      true,
      0,
      '',
    ])
  })

  test('objects inside are arguments too; a member of a list that is no object has no fields', () => {
    expect(args.object('nested').int('line')).toBe(3)
    expect(args.object('nowhere').intOr('line')).toBeUndefined()
    expect(args.objects('many').map((one) => one.intOr('a'))).toEqual([1, undefined])
    expect(args.objects('nowhere')).toEqual([])
  })

  test.each([
    { read: () => args.objects('nested'), names: 'nested' },
    { read: () => args.record('list'), names: 'list' },
    { read: () => argumentsFrom({ env: { A: {} } }).record('env'), names: 'env' },
    { read: () => argumentsFrom({ list: ['a', 1] }).texts('list'), names: 'list' },
    { read: () => argumentsFrom({ big: 2 ** 60 }).int('big'), names: 'big' },
    { read: () => argumentsFrom([1]).text('0'), names: '0' },
  ])('INVALID_PARAMETER names the field: $names', ({ read, names }) =>
    expect(read).toThrow(expect.objectContaining({ data: expect.objectContaining({ parameter: names }) })),
  )
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

  test('what the evaluated code threw does not travel as an error of the debugger', () => {
    const thrown = errorMessage(
      new RequestFailure('EVAL_FAILED', 'no', { dapplexThrown: 'type-error', kind: 'exception' }),
    )
    expect(thrown.variables).toEqual({ type: 'EVAL_FAILED', dapplexThrown: 'type-error', kind: 'exception' })
  })

  test('what was not expected is told apart', () =>
    expect(errorMessage(new Error('oops'))).toMatchObject({ id: 2, format: 'oops' }))
})
