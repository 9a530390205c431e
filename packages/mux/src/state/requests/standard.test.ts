import { describe, expect, test } from 'vitest'
import { groupOf, groupOfRequest } from './standard.js'

const served = ['dapplex_inspectClass', 'dapplex_inspectSlot', 'dapplex_objectId', 'dapplex_trace', 'dapplex_lispEval']

describe('mux 19: what a request beyond the standard is about', () => {
  test.each([
    ['dapplex_inspectClass', { class_name: 'order' }, 'inspect', 'a helper inside the program only reads'],
    ['dapplex_inspectSlot', { object: 1, slot: 'a' }, 'inspect', 'a slot is read'],
    ['dapplex_inspectSlot', { object: 1, slot: 'a', value: null }, 'change', 'a slot is set'],
    ['dapplex_objectId', { expression: 'order.items[0]' }, 'inspect', 'a path runs nothing'],
    ['dapplex_objectId', { expression: 'f(x)' }, 'change', 'an expression runs code'],
    ['dapplex_trace', {}, 'inspect', 'tells what is traced'],
    ['dapplex_trace', { function: 'f' }, 'change', 'traces'],
    ['dapplex_lispEval', { code: '1' }, 'change', 'runs code'],
    ['vendor_thing', {}, 'other', 'not of ours'],
    ['dapplex_breakpointAdd', {}, 'own', 'the core itself answers it'],
  ] as const)('%s %j: %s, %s', (...[command, args, group]) => {
    expect(groupOfRequest({ command, args }, served)).toBe(group)
  })
  test('what an adapter does not serve is not sent to it', () =>
    expect(groupOf('dapplex_restarts', served)).toBe('own'))
})
