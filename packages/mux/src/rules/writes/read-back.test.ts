import { adapterTraits } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { commonCapabilities, joined, runningRig } from '../../../test/rig.js'

const plain = adapterTraits.parse({})
const capabilities = { ...commonCapabilities, supportsSetExpression: true }

function stopped(traits = plain) {
  const { rig, first } = runningRig({ traits, capabilities })
  const second = joined(rig, 'second')
  rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
  const stack = first.send('stackTrace', { threadId: 1 })
  rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 1, column: 1 }] })
  const frameId = first.answer(stack).body.stackFrames[0]?.id ?? 0
  const scopes = first.send('scopes', { frameId })
  rig.reply('scopes', { scopes: [{ name: 'Locals', variablesReference: 7, expensive: false }] })
  const variablesReference = first.answer(scopes).body.scopes[0]?.variablesReference ?? 0
  const row = (value: string, more = {}) =>
    rig.reply('variables', { variables: [{ name: 'fee', value, variablesReference: 0, ...more }] })
  const set = (value = '7') => first.send('setVariable', { variablesReference, name: 'fee', value })
  return { rig, first, second, frameId, row, set }
}

describe('mux 28: a write that changes nothing is no success', () => {
  test.each([
    { told: '7', now: '0.01', isLost: true, why: 'the adapter answers with success and changes nothing' },
    { told: '7', now: '7', isLost: false, why: 'it is kept' },
    { told: '0.01', now: '0.01', isLost: false, why: 'the adapter says that the old value has stayed' },
    { told: "'7'", now: '"7"', isLost: false, why: 'adapters quote in several ways' },
  ])('mux 28: setVariable, $why', ({ told, now, isLost }) => {
    const { rig, first, second, row, set } = stopped()
    const seq = set()
    expect(rig.countAsked('setVariable')).toBe(0)
    row('0.01')
    expect(rig.asked('setVariable').arguments).toMatchObject({ variablesReference: 7, name: 'fee', value: '7' })
    rig.reply('setVariable', { value: told, variablesReference: 0 })
    if (rig.lastToAdapter()['command'] === 'variables') row(now)
    expect(first.answer(seq).success).toBe(!isLost)
    expect(first.failureType(seq)).toBe(isLost ? 'EVAL_FAILED' : undefined)
    if (isLost) expect(first.answer(seq).message).toContain('fee is 7 now, but it is still 0.01')
    expect(second.events('invalidated')).toHaveLength(isLost ? 0 : 1)
  })
  test('mux 28: setExpression of a path', () => {
    const { rig, first, frameId } = stopped()
    const seq = first.send('setExpression', { expression: 'a.b', value: '43', frameId })
    rig.reply('evaluate', { result: '5', variablesReference: 0 })
    rig.reply('setExpression', { value: '43' })
    rig.reply('evaluate', { result: '5', variablesReference: 0 })
    expect(first.answer(seq).message).toContain('a.b is 43 now, but it is still 5')
    const call = first.send('setExpression', { expression: 'a.f().b', value: '43', frameId })
    rig.reply('setExpression', { value: '43' })
    expect(first.answer(call).success, 'reading it would run code').toBe(true)
  })
  test('mux 28: the path is read in a hover where the adapter refuses to run a getter there', () => {
    const traits = adapterTraits.parse({ evaluation: { hoverIsSafe: true } })
    const { rig, first, frameId } = stopped(traits)
    first.send('setExpression', { expression: 'a.b', value: '43', frameId })
    expect(rig.asked('evaluate').arguments).toMatchObject({ expression: 'a.b', context: 'hover' })
  })
  test.each([
    { more: { presentationHint: { lazy: true } }, why: 'a value that is not read' },
    { more: { name: 'other' }, why: 'a row that is not listed' },
  ])('mux 28: $why is not read back', ({ more }) => {
    const { rig, first, row, set } = stopped()
    const seq = set()
    row('0.01', more)
    rig.reply('setVariable', { value: '7', variablesReference: 0 })
    expect(first.answer(seq).success).toBe(true)
  })
  test('mux 22: what its sender asks next waits until the write has gone out', () => {
    const { rig, first, row, set } = stopped()
    const seq = set()
    first.send('continue', { threadId: 1 })
    expect(rig.countAsked('continue')).toBe(0)
    row('0.01')
    expect(rig.toAdapter.slice(-2).map(({ command }) => command as unknown)).toEqual(['setVariable', 'continue'])
    rig.reply('continue', {})
    rig.reply('setVariable', { value: '7', variablesReference: 0 })
    expect(first.answer(seq).success).toBe(true)
  })
  test('mux 15: an adapter that dies meanwhile fails the write', () => {
    const { rig, first, set } = stopped()
    const seq = set()
    rig.input({ kind: 'adapterClosed', why: 'it died', stderr: '' })
    expect(first.failureType(seq)).toBe('ADAPTER_CRASHED')
  })
})
