import { must } from '@dapplex/testkit'
import { Session, type Runtime } from 'node:inspector'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functionText, previewOf, quote, sizeOf, typeOf } from './preview.js'

/** Values as V8 itself describes them, through an inspector session of this process. */
const session = new Session()
beforeAll(() => session.connect())
afterAll(() => session.disconnect())

function remote(expression: string): Runtime.RemoteObject {
  let found: Runtime.RemoteObject | undefined
  session.post('Runtime.evaluate', { expression, generatePreview: true }, (_error, answer) => (found = answer.result))
  return must(found)
}

describe('a value in one line', () => {
  test.each([
    ['1', '1'],
    ['-0', '-0'],
    ['NaN', 'NaN'],
    ['10n', '10n'],
    ['true', 'true'],
    ['null', 'null'],
    ['undefined', 'undefined'],
    ['Symbol("s")', 'Symbol(s)'],
    ['"it\'s\\n"', "'it\\'s\\n'"],
    ['[1, 2, 3]', 'Array(3) [1, 2, 3]'],
    ['[]', 'Array(0) []'],
    ['[1,,,"x",{}]', "Array(5) [1, <2 empty>, 'x', {…}]"],
    ['new Uint8Array([1, 2])', 'Uint8Array(2) [1, 2]'],
    ['({name: "x", n: 1})', "{name: 'x', n: 1}"],
    ['({})', '{}'],
    [
      '({a: [1], b: new Map(), c: null, d() {}, e: new Error("no")})',
      '{a: Array(1), b: Map(0), c: null, d: ƒ, e: Error: no}',
    ],
    ['({a:1,b:2,c:3,d:4,e:5,f:6})', '{a: 1, b: 2, c: 3, d: 4, e: 5, …}'],
    ['({get x() { return 1 }})', '{x: (...)}'],
    ['new (class Cart { items = 2; #secret = 1 })', 'Cart {items: 2, #secret: 1}'],
    ['new Map([["a", 1], [{k: 1}, [2]]])', "Map(2) {'a' => 1, {k: 1} => Array(1)}"],
    ['new Set([1, "b"])', "Set(2) {1, 'b'}"],
    ['new TypeError("bad x")', 'TypeError: bad x'],
    ['/a+/g', '/a+/g'],
    ['Promise.resolve(4)', 'Promise {<fulfilled>: 4}'],
    ['new Promise(() => {})', 'Promise {<pending>}'],
    ['new Proxy({}, {})', 'Proxy(Object) {}'],
  ])('%s', (expression, want) => expect(previewOf(remote(expression))).toBe(want))

  test('a very long string is cut and says how long it is', () => {
    const text = previewOf(remote('"x".repeat(50000)'))
    expect(text).toHaveLength(10_000 + "'… (50000 characters)'".length)
    expect(text).toContain('… (50000 characters)')
  })
})

describe('functions', () => {
  test.each([
    ['function total(order) { return 1 }', 'ƒ total(order)'],
    ['function (a) {}', 'ƒ (a)'],
    ['async function* rows(a,\n b) {}', 'async ƒ* rows(a, b)'],
    ['(x) => x + 1', '(x) => …'],
    ['async x => x', 'async x => …'],
    ['class Cart extends Basket { total() {} }', 'class Cart extends Basket'],
    ['add(item) { return item }', 'ƒ add(item)'],
    ['get x() { return 1 }', 'ƒ get x()'],
    ['function Map() { [native code] }', 'ƒ Map()'],
  ])('%s', (source, want) => expect(functionText(source)).toBe(want))
})

test('types and sizes', () => {
  expect(typeOf(remote('[1]'))).toBe('Array')
  expect(typeOf(remote('null'))).toBe('null')
  expect(typeOf(remote('1'))).toBe('number')
  expect(sizeOf(remote('new Array(12)'))).toBe(12)
  expect(sizeOf(remote('({})'))).toBe(0)
})

test('what would break a line is escaped', () => {
  expect(quote("a\\b'c\td")).toBe("'a\\\\b\\'c\\td'")
})
