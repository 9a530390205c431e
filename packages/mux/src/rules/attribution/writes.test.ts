import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

describe('mux 28: writes are seen by all', () => {
  test.each([
    ['setVariable', { variablesReference: 0, name: 'x', value: '1' }, { value: '1' }, 'x = 1'],
    ['setExpression', { expression: 'a.b', value: '2' }, { value: '2' }, 'a.b = 2'],
    ['evaluate', { expression: 'x = 3', context: 'repl' }, { result: '', variablesReference: 0 }, 'evaluated x = 3'],
    ['evaluate', { expression: 'f()' }, { result: '', variablesReference: 0 }, 'evaluated f()'],
  ])(
    'mux 28, 18: %s %j: the others hear invalidated variables, never stacks, and who it was',
    (...[command, args, body, what]) => {
      const { rig, first } = runningRig({ capabilities: { supportsSetExpression: true } })
      const second = joined(rig, 'second')
      first.send(command, args)
      rig.reply(command, body)
      expect(second.events('invalidated').map((one) => one.body)).toEqual([{ areas: ['variables'] }])
      expect(first.events('invalidated')).toEqual([])
      expect(second.lastEvent('output').body).toEqual({ category: 'console', output: `[first] ${what}\n` })
      expect(rig.records.at(-1)).toMatchObject({ kind: 'written', what, by: { name: 'first' } })
    },
  )
  test('mux 28: writeMemory also tells the place and the count', () => {
    const { rig, first } = runningRig({ capabilities: { supportsWriteMemoryRequest: true } })
    const second = joined(rig, 'second')
    first.send('writeMemory', { memoryReference: '0x10', offset: 4, data: 'AAEC' })
    rig.reply('writeMemory', {})
    expect(second.firstEvent('memory').body).toEqual({ memoryReference: '0x10', offset: 4, count: 3 })
  })
  test.each([
    ['evaluate', { expression: 'x', context: 'hover' }, true],
    ['evaluate', { expression: 'x', context: 'watch' }, true],
    ['setVariable', { variablesReference: 0, name: 'x', value: '1' }, false],
  ])('mux 28: %s %j with success %j writes nothing', (command, args, success) => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    first.send(command, args)
    rig.reply(command, { result: '1', variablesReference: 0 }, { success })
    expect(second.events('invalidated')).toEqual([])
  })
})
