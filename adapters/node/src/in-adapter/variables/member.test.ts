import { describe, expect, test } from 'vitest'
import { internalRow, memberOf } from './member.js'

const owner = { objectId: 'o', path: 'cart', call: undefined }
const one = { type: 'number', value: 1, description: '1' }

describe('members', () => {
  test('a value has its expression', () => {
    expect(memberOf({ name: 'n', value: one, writable: true }, owner)).toEqual({
      name: 'n',
      path: 'cart.n',
      content: { kind: 'value', value: one },
    })
  })

  test('what cannot be written and what is private says so', () => {
    expect(memberOf({ name: 'n', value: one, writable: false }, owner).hint).toEqual({ attributes: ['readOnly'] })
    expect(memberOf({ name: '#n', value: one }, owner)).toMatchObject({
      path: 'cart.#n',
      hint: { visibility: 'private' },
    })
  })

  test('a getter is kept for later', () => {
    const get = { type: 'function', objectId: 'g' }
    expect(memberOf({ name: 'total', get }, owner).content).toEqual({
      kind: 'getter',
      getter: { receiverId: 'o', getterId: 'g', name: 'total', call: undefined },
    })
  })

  test('a symbol has no expression', () => {
    const symbol = { type: 'symbol', description: 'Symbol(s)' }
    expect(memberOf({ name: 'Symbol(s)', value: one, symbol }, owner).path).toBeUndefined()
  })

  test('a variable before its declaration has no value', () => {
    expect(memberOf({ name: 'late' }, owner).content).toEqual({ kind: 'text', text: '<no value>' })
  })

  test('the prototype is reachable', () => {
    expect(internalRow('[[Prototype]]', one, owner).path).toBe('Object.getPrototypeOf(cart)')
    expect(internalRow('[[Prototype]]', one, { ...owner, path: undefined }).path).toBeUndefined()
  })
})
