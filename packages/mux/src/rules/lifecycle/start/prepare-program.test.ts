import { adapterTraits } from '@dapplex/protocol'
import { expect, test } from 'vitest'
import { joined, runningRig, type RigClient } from '../../../../test/rig.js'

const plainReads = { prepare: 'read_plainly()', format: { plain: true } }

const { evaluation } = adapterTraits.parse({ evaluation: { writesAreSure: true, plainReads } })

test('a program is prepared for reads that run nothing before it runs, and the log tells where that fails', () => {
  const { rig } = runningRig({ traits: { evaluation } })
  const commands = rig.toAdapter.map((one): unknown => one['command'])
  expect(commands.indexOf('evaluate')).toBe(commands.indexOf('configurationDone') - 1)
  expect(rig.asked('evaluate').arguments).toEqual({ expression: 'read_plainly()', context: 'repl' })
  rig.reply('evaluate', {}, { success: false, message: 'no module named x' })
  expect(rig.effects).toContainEqual({
    kind: 'log',
    level: 'warn',
    text: 'the adapter does not read without running code of the program: no module named x',
  })
})

test('an observer lists without running code of the program, and others as they ask', () => {
  const { rig, first } = runningRig({ traits: { evaluation } })
  const watcher = joined(rig, 'watcher', { profile: { role: 'observer' } })
  rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
  const listedBy = (client: RigClient) => {
    const stack = client.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 3, name: 'main', line: 1, column: 1 }] })
    const scopes = client.send('scopes', { frameId: client.answer(stack).body.stackFrames[0]?.id })
    rig.reply('scopes', { scopes: [{ name: 'Locals', variablesReference: 4, expensive: false }] })
    const variablesReference = client.answer(scopes).body.scopes[0]?.variablesReference
    client.send('variables', { variablesReference, format: { hex: true } })
    return rig.asked('variables').arguments
  }
  expect(listedBy(first)).toEqual({ variablesReference: 4, format: { hex: true } })
  expect(listedBy(watcher)).toEqual({ variablesReference: 4, format: { hex: true, plain: true } })
})
