import { adapterTraits } from '@dapplex/protocol'
import { expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

const traits = adapterTraits.parse({ evaluation: { writesAreSure: true }, references: { show: 'snapshot' } })

/** Two clients at a stop; the second holds a scope and a row with members. Each of the adapter's references tells one moment. */
function holding() {
  const { rig, first } = runningRig({ traits })
  const second = joined(rig, 'second')
  rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
  const stack = second.send('stackTrace', { threadId: 1 })
  rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 1, column: 1 }] })
  const frameId = second.answer(stack).body.stackFrames[0]?.id ?? 0
  const scopes = second.send('scopes', { frameId })
  rig.reply('scopes', { scopes: [{ name: 'Locals', variablesReference: 7, expensive: false }] })
  const scope = second.answer(scopes).body.scopes[0]?.variablesReference ?? 0
  const listed = second.send('variables', { variablesReference: scope })
  rig.reply('variables', { variables: [{ name: 'order', value: 'o', variablesReference: 8 }] })
  const order = second.answer(listed).body.variables[0]?.variablesReference ?? 0
  const write = () => {
    const written = first.send('setVariable', { variablesReference: scope, name: 'fee', value: '7' })
    rig.reply('setVariable', { value: '7' })
    expect(first.answer(written).success).toBe(true)
  }
  return { rig, second, scope, order, write }
}

const askedFor = (rig: ReturnType<typeof holding>['rig']) => rig.asked('variables').arguments.variablesReference

test('mux 28: a scope that was read before a write is asked for again, and then what was asked for', () => {
  const { rig, second, scope, write } = holding()
  write()
  const seq = second.send('variables', { variablesReference: scope, start: 2 })
  expect(rig.lastToAdapter()).toMatchObject({ command: 'scopes', arguments: { frameId: 1 } })
  rig.reply('scopes', { scopes: [{ name: 'Locals', variablesReference: 17, expensive: false }] })
  expect(rig.asked('variables').arguments).toEqual({ variablesReference: 17, start: 2 })
  rig.reply('variables', { variables: [] })
  expect(second.answer(seq).success).toBe(true)
  const before = rig.countAsked('scopes')
  second.send('variables', { variablesReference: scope })
  expect([rig.countAsked('scopes'), askedFor(rig)]).toEqual([before, 17])
})

test('mux 28: a row is found again by its name in its scope', () => {
  const { rig, second, order, write } = holding()
  write()
  const seq = second.send('variables', { variablesReference: order })
  rig.reply('scopes', { scopes: [{ name: 'Locals', variablesReference: 17, expensive: false }] })
  expect(askedFor(rig)).toBe(17)
  rig.reply('variables', { variables: [{ name: 'order', value: 'o', variablesReference: 18 }] })
  expect(askedFor(rig)).toBe(18)
  rig.reply('variables', { variables: [{ name: 'fee', value: '7', variablesReference: 0 }] })
  expect(second.answer(seq).body.variables[0]?.value).toBe('7')
})

test('mux 28: what is not found again is read as it was', () => {
  const { rig, second, scope, write } = holding()
  write()
  const seq = second.send('variables', { variablesReference: scope })
  rig.reply('scopes', {}, { success: false })
  expect(askedFor(rig)).toBe(7)
  rig.reply('variables', { variables: [] })
  expect(second.answer(seq).success).toBe(true)
})

test('mux 22: a move that its sender asks for next waits until the reading has gone out', () => {
  const { rig, second, scope, write } = holding()
  write()
  second.send('variables', { variablesReference: scope })
  second.send('continue', { threadId: 1 })
  expect(rig.countAsked('continue')).toBe(0)
  rig.reply('scopes', { scopes: [{ name: 'Locals', variablesReference: 17, expensive: false }] })
  expect(rig.toAdapter.slice(-2).map(({ command }) => command as unknown)).toEqual(['variables', 'continue'])
})

test('mux 28: without a write, nothing is asked twice', () => {
  const { rig, second, scope } = holding()
  const before = rig.countAsked('scopes')
  second.send('variables', { variablesReference: scope })
  expect([rig.countAsked('scopes'), askedFor(rig)]).toEqual([before, 7])
})
