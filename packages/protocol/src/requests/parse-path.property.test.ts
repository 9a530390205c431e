import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBarePath, parsePath, type Step } from './parse-path.js'

const name = fc.stringMatching(/^[a-z_$ä][a-z0-9_$]{0,8}$/)
const key = fc.string().map((text) => JSON.stringify(text))
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('member' as const),
    name,
    after: fc.constantFrom('.' as const, '?.' as const, '->' as const),
  }),
  fc.record({ kind: fc.constant('index' as const), index: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constant('key' as const), text: key }),
)
const path = fc.tuple(name, fc.array(step, { maxLength: 6 }))

function textOf([first, steps]: readonly [string, readonly Step[]]): string {
  const rest = steps.map((one) => {
    switch (one.kind) {
      case 'member':
        return `${one.after ?? ''}${one.name}`
      case 'index':
        return `[${one.index}]`
      case 'key':
        return `[${one.text}]`
    }
  })
  return first + rest.join('')
}

describe('any path', () => {
  test('is read as the steps that it was written from', () =>
    fc.assert(
      fc.property(path, ([first, steps]) => {
        expect(parsePath(textOf([first, steps]))).toEqual([{ kind: 'member', name: first }, ...steps])
      }),
    ))
  test('only reads where it has no key and no operator that may run code', () =>
    fc.assert(
      fc.property(path, ([first, steps]) => {
        const text = textOf([first, steps])
        const runs = (also: string) =>
          steps.some((one) => one.kind === 'key' || (one.kind === 'member' && one.after !== '.' && one.after !== also))
        expect(isBarePath(text)).toBe(!runs(''))
        expect(isBarePath(text, 'c')).toBe(!runs('->'))
      }),
    ))
  test('never only reads with a call, an operator or an assignment after it', () =>
    fc.assert(
      fc.property(path, fc.constantFrom('()', '(1)', ' = 1', ' + 1', '; f()', '`x`', ' ? a : b'), (one, more) => {
        for (const names of ['common', 'c', 'lisp'] as const) expect(isBarePath(textOf(one) + more, names)).toBe(false)
      }),
    ))
  test('never only reads with an increment after it, except in Lisp, where that is a name', () =>
    fc.assert(
      fc.property(path, fc.constantFrom('++', '--'), (one, more) => {
        for (const names of ['common', 'c'] as const) expect(isBarePath(textOf(one) + more, names)).toBe(false)
      }),
    ))
})

test('any text at all is read or refused, in every style, without an error', () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const names of ['common', 'c', 'lisp'] as const) {
        const steps = parsePath(text, names)
        expect(steps?.[0].kind ?? 'member').toBe('member')
        if (steps === undefined) expect(isBarePath(text, names)).toBe(false)
      }
    }),
  ))
