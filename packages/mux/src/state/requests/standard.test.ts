import type { NameStyle } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { groupOf, groupOfRequest } from './standard.js'

const served = [
  'dapplex_inspectClass',
  'dapplex_inspectSlot',
  'dapplex_objectId',
  'dapplex_objectInspect',
  'dapplex_objectsRelease',
  'dapplex_trace',
  'dapplex_lispEval',
  'dapplex_restartInvoke',
  'dapplex_input',
]
const traits = { serves: served, presentation: { names: 'common' as NameStyle } }

describe('mux 19: what a request beyond the standard is about', () => {
  test.each([
    ['dapplex_inspectClass', { class_name: 'order' }, 'inspect', 'a helper inside the program only reads'],
    ['dapplex_inspectSlot', { object: 1, slot: 'a' }, 'inspect', 'a slot is read'],
    ['dapplex_inspectSlot', { object: 1, slot: 'a', value: null }, 'change', 'a slot is set'],
    ['dapplex_objectId', { expression: 'order.items[0]' }, 'inspect', 'a path runs nothing'],
    ['dapplex_objectId', { expression: 'f(x)' }, 'change', 'an expression runs code'],
    ['dapplex_objectInspect', { expression: 'order.lines[0]', frameId: 1 }, 'inspect', 'the inspector only reads'],
    ['dapplex_objectInspect', { expression: 'größe' }, 'inspect', 'names need not be ASCII'],
    ['dapplex_objectInspect', { object: 7 }, 'inspect', 'by number'],
    ['dapplex_objectInspect', { expression: 'map["key"]' }, 'change', 'an indexer runs code'],
    ['dapplex_objectInspect', { expression: 'x', allowSideEffects: true }, 'change', 'getters run'],
    ['dapplex_objectsRelease', { objects: [1] }, 'inspect', 'the program keeps its objects'],
    ['dapplex_restartInvoke', { index: 0 }, 'change', 'the program goes on'],
    ['dapplex_input', { text: 'x' }, 'other', 'observers may not type'],
    ['dapplex_trace', {}, 'inspect', 'tells what is traced'],
    ['dapplex_trace', { function: 'f' }, 'change', 'traces'],
    ['dapplex_lispEval', { code: '1' }, 'change', 'runs code'],
    ['vendor_thing', {}, 'other', 'not of ours'],
    ['dapplex_breakpointAdd', {}, 'multiplexer', 'the core itself answers it'],
  ] as const)('%s %j: %s, %s', (...[command, args, group]) => {
    expect(groupOfRequest({ command, args }, traits)).toBe(group)
  })
  test('what an adapter does not serve is not sent to it', () =>
    expect(groupOf('dapplex_restarts', served)).toBe('multiplexer'))
  test('Lisp names are names', () => {
    const request = { command: 'dapplex_objectId', args: { expression: '*total*' } }
    expect(groupOfRequest(request, { ...traits, presentation: { names: 'lisp' } })).toBe('inspect')
    expect(groupOfRequest(request, traits)).toBe('change')
  })
})
