import { must } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { errorBody, ShimError, ThrownInProgram } from './shim-error.js'

interface Body {
  readonly error: { readonly format: string; readonly variables: Readonly<Record<string, string>> }
}
const bodyOf = (error: ShimError | ThrownInProgram) => errorBody(error, { expression: 'a.b' }) as Body

describe('the body of a failed response', () => {
  test('an error of the catalogue is there as JSON and member by member', () => {
    const { error } = bodyOf(new ShimError('SLOT_NOT_FOUND', "Slot 'x' not found", { slot_name: 'x', slots: ['a'] }))
    expect(error.format).toBe("Slot 'x' not found")
    expect(error.variables).toMatchObject({ type: 'SLOT_NOT_FOUND', slot_name: 'x', slots: '["a"]' })
    expect(JSON.parse(must(error.variables['dapplexError']))).toEqual({
      slot_name: 'x',
      slots: ['a'],
      type: 'SLOT_NOT_FOUND',
    })
  })

  test.each([
    { kind: 'timeout', want: { kind: 'timeout' }, why: 'a kind of the catalogue stays' },
    { kind: 'adapter', want: { kind: 'refused', cause: 'adapter' }, why: 'another kind becomes the cause' },
  ])('EVAL_FAILED: $why', ({ kind, want }) => {
    const { variables } = bodyOf(new ShimError('EVAL_FAILED', 'no', { kind })).error
    expect(variables).toMatchObject({ ...want, expression: 'a.b', reason: 'no' })
  })

  test('an exception of the program has its type and message', () => {
    const thrown = { object_id: 1, type: 'FormatException', type_full: 'System.FormatException', message: 'bad' }
    const { error } = bodyOf(new ThrownInProgram({ ...thrown, types: [], hresult: '0x0', inner: [] }))
    expect(JSON.stringify(error)).toContain('System.FormatException')
    expect(JSON.stringify(error)).toContain('bad')
  })
})
