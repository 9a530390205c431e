import { expect, test } from 'vitest'
import { memberPath, ownerPath } from './path.js'

test.each([
  { owner: 'order', name: 'items', want: 'order.items' },
  { owner: 'order', name: '12', want: 'order[12]' },
  { owner: 'order', name: '012', want: 'order["012"]' },
  { owner: 'order', name: 'a b', want: 'order["a b"]' },
  { owner: 'order', name: 'größe', want: 'order.größe' },
  { owner: 'this', name: '#secret', want: 'this.#secret' },
  { owner: undefined, name: 'x', want: undefined },
])('$name of $owner is $want', ({ owner, name, want }) => expect(memberPath(owner, name)).toBe(want))

test.each([
  { expression: 'order.items[0].name', want: 'order.items[0].name' },
  { expression: 'this.#x', want: 'this.#x' },
  { expression: 'a + b', want: '(a + b)' },
  { expression: '[1, 2]', want: '([1, 2])' },
])('$expression as an owner is $want', ({ expression, want }) => expect(ownerPath(expression)).toBe(want))
