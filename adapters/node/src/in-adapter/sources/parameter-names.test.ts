import { expect, test } from 'vitest'
import { parameterNames } from './parameter-names.js'

test.each<[string, string[] | undefined]>([
  ['(order, index) { return 1 }', ['order', 'index']],
  ['() => 1', []],
  ['item => item.price', ['item']],
  ['async item => item', ['item']],
  ['async (item) => item', ['item']],
  ["(a = ')', { b, c: [d, ...e], ...f } = {}, /* g, */ ...h) {", ['a', 'b', 'd', 'e', 'f', 'h']],
  ['(a = (x, y) => `${x})`, b = /[)]/) => a', ['a', 'b']],
  ['class Order { constructor() {} }', undefined],
  ['(a, {', undefined],
])('%s', (text, names) => expect(parameterNames(text)).toEqual(names))
