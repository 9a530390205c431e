import { describe, expect, test } from 'vitest'
import { isBarePath, parsePath, type NameStyle } from './parse-path.js'

const first = (name: string) => ({ kind: 'member', name })
const member = (name: string, after = '.') => ({ kind: 'member', name, after })
const index = (n: number) => ({ kind: 'index', index: n })

describe('parsePath', () => {
  test.each([
    ['customer', [first('customer')]],
    ['this._repository', [first('this'), member('_repository')]],
    ['items[3].Name', [first('items'), index(3), member('Name')]],
    ['grid[1][2]', [first('grid'), index(1), index(2)]],
    ['user?.Name', [first('user'), member('Name', '?.')]],
    ['source->balance', [first('source'), member('balance', '->')]],
    ['tags["a.b"]', [first('tags'), { kind: 'key', text: '"a.b"' }]],
    ['$exception', [first('$exception')]],
    ['größe', [first('größe')]],
    [' a . b', undefined],
    ['*total*', undefined],
    ['line-items', undefined],
  ])('%s', (text, want) => expect(parsePath(text)).toEqual(want))
})

describe('parsePath with names as in Lisp', () => {
  test.each([
    ['*total*', [first('*total*')]],
    ['order.line-items[3]', [first('order'), member('line-items'), index(3)]],
    ['list->vector', [first('list->vector')]],
    ['1+', undefined],
    ['-1', undefined],
    ['(f x)', undefined],
    ['a b', undefined],
    [':key', [first(':key')]],
  ])('%s', (text, want) => expect(parsePath(text, 'lisp')).toEqual(want))
})

describe('surface, "Expressions": a bare path is a read', () => {
  test.each<[string, NameStyle, string]>([
    ['customer', 'common', 'a name'],
    ['a.b[3].c', 'common', 'members and elements'],
    ['this._x', 'common', 'the receiver'],
    ['größe.länge', 'common', 'names need not be ASCII'],
    ['p->next', 'c', 'a member through a pointer'],
    ['*total*', 'lisp', 'a special variable'],
    ['order.line-items[3]', 'lisp', 'a Lisp name'],
  ])('%s (%s) is one: %s', (text, names) => expect(isBarePath(text, names)).toBe(true))
})

describe('surface, "Expressions": anything else is an evaluation', () => {
  test.each<[string, NameStyle?]>([
    ['map["key"]'],
    ["map['key']"],
    ['a?.b'],
    ['p->next'],
    ['map["key"]', 'c'],
    ['map["key"]', 'lisp'],
    ['line-items'],
    ['f()'],
    ['a + b'],
    ['a = 1'],
    ['a-b'],
    ['[1, 2]'],
    ['"text"'],
    ['1'],
    ['a[i]'],
    ['a[f()]'],
    ['new X'],
    [''],
    ['a.'],
    ['i++'],
    ['(a)'],
    ['-1'],
    ['--i'],
    ['(f x)', 'lisp'],
    ['1', 'lisp'],
  ])('%s', (text, names) => expect(isBarePath(text, names)).toBe(false))
})
