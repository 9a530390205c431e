import { describe, expect, test } from 'vitest'
import { isBarePath, parsePath } from './parse-path.js'

const member = (name: string) => ({ kind: 'member', name })
const index = (n: number) => ({ kind: 'index', index: n })

describe('parsePath', () => {
  test.each([
    ['customer', [member('customer')]],
    ['this._repository', [member('this'), member('_repository')]],
    ['items[3].Name', [member('items'), index(3), member('Name')]],
    ['grid[1][2]', [member('grid'), index(1), index(2)]],
    ['user?.Name', [member('user'), member('Name')]],
    ['source->balance', [member('source'), member('balance')]],
    ['tags["a.b"]', [member('tags'), { kind: 'key', text: '"a.b"' }]],
    ['$exception', [member('$exception')]],
    ['größe', [member('größe')]],
    [' a . b', undefined],
    ['*total*', undefined],
    ['line-items', undefined],
  ])('%s', (text, want) => expect(parsePath(text)).toEqual(want))
})

describe('parsePath with names as in Lisp', () => {
  test.each([
    ['*total*', [member('*total*')]],
    ['order.line-items[3]', [member('order'), member('line-items'), index(3)]],
    ['list->vector', [member('list->vector')]],
    ['1+', undefined],
    ['-1', undefined],
    ['(f x)', undefined],
    ['a b', undefined],
    [':key', [member(':key')]],
  ])('%s', (text, want) => expect(parsePath(text, 'lisp')).toEqual(want))
})

describe('isBarePath: anything else may change something', () => {
  test.each([
    'f()',
    'a + b',
    'a = 1',
    'a-b',
    '[1, 2]',
    '"text"',
    '1',
    'a[i]',
    'a[f()]',
    'new X',
    '',
    'a.',
    'i++',
    '(a)',
    '-1',
    '--i',
  ])('%s is none', (text) => expect(isBarePath(text)).toBe(false))
})
