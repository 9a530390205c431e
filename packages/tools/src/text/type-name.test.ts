import { describe, expect, test } from 'vitest'
import { isTextType, runtimeTypeName, simpleTypeName, unqualifiedName } from './type-name.js'

describe('simpleTypeName', () => {
  test.each([
    ['Shop.Customer', 'Customer'],
    ['System.Collections.Generic.Dictionary<string, Shop.Order>', 'Dictionary<string, Order>'],
    ['int[200]', 'int[200]'],
  ])('%s', (type, want) => expect(simpleTypeName(type)).toBe(want))
})

describe('runtimeTypeName', () => {
  test.each([
    ['int', 'System.Int32'],
    ['Shop.Customer', 'Shop.Customer'],
    ['System.Collections.Generic.List<Shop.Order>', 'System.Collections.Generic.List`1[Shop.Order]'],
    [
      'System.Collections.Generic.Dictionary<string, System.Collections.Generic.List<int>>',
      'System.Collections.Generic.Dictionary`2[System.String,System.Collections.Generic.List`1[System.Int32]]',
    ],
    ['int[]', 'System.Int32[]'],
    ['int[,]', 'System.Int32[,]'],
    ['int?', 'System.Nullable`1[System.Int32]'],
  ])('%s', (type, want) => expect(runtimeTypeName(type)).toBe(want))
})

test.each([
  ['System.InvalidOperationException', 'InvalidOperationException'],
  ['KeyError', 'KeyError'],
  ['std::runtime_error', 'runtime_error'],
])('unqualifiedName of %s', (type, want) => expect(unqualifiedName(type)).toBe(want))

test.each([
  ['string', true],
  ['str', true],
  ['const char *', false],
  ['Customer', false],
  [undefined, false],
])('isTextType of %s', (type, want) => expect(isTextType(type)).toBe(want))
