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
  test.each([
    ['dapplex_inspectObject', { expression: 'f()' }, 'evaluated f()'],
    ['dapplex_inspectObject', { expression: 'a.b', allowSideEffects: true }, 'evaluated a.b'],
    ['dapplex_inspectSlot', { object: 1, slot: 'Name', value: '"x"' }, 'Name = "x"'],
    ['dapplex_inspectSlot', { object: 1, slot: 'Name', value: { object_id: 2 } }, 'Name = an object'],
    ['dapplex_lispEval', { code: '(f)' }, 'evaluated (f)'],
    ['dapplex_lispCompile', { file: '/a.lisp' }, 'evaluated /a.lisp'],
    ['dapplex_trace', { function: 'f' }, 'traced f'],
  ])('mux 28, 18: a request of dapplex that the adapter serves, %s %j, is told as any', (command, args, what) => {
    const { rig, first } = runningRig({ traits: { serves: [command] } })
    const second = joined(rig, 'second')
    first.send(command, args)
    rig.reply(command, {})
    expect(second.events('invalidated')).toHaveLength(1)
    expect(second.lastEvent('output').body).toEqual({ category: 'console', output: `[first] ${what}\n` })
    expect(rig.records.at(-1)).toMatchObject({ kind: 'written', what, by: { name: 'first' } })
  })
  test.each([
    ['dapplex_inspectObject', { expression: 'a.b' }],
    ['dapplex_inspectSlot', { object: 1, slot: 'Name' }],
    ['dapplex_trace', {}],
  ])('mux 28: %s %j reads, which nobody is told', (command, args) => {
    const { rig, first } = runningRig({ traits: { serves: [command] } })
    const second = joined(rig, 'second')
    second.clear()
    first.send(command, args)
    rig.reply(command, {})
    expect(second.events()).toEqual([])
  })
  test('mux 28: a lazy value that is read runs code: the others are told who read it, not to read again', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true })
    const asked = first.send('evaluate', { expression: 'meter', context: 'watch' })
    rig.reply('evaluate', { result: 'Meter', variablesReference: 8 })
    const { variablesReference } = first.answer(asked).body
    const listed = first.send('variables', { variablesReference })
    rig.reply('variables', {
      variables: [{ name: 'Next', value: '', variablesReference: 9, presentationHint: { lazy: true } }],
    })
    const [row] = first.answer(listed).body.variables
    second.clear()
    first.send('variables', { variablesReference: row?.variablesReference })
    rig.reply('variables', { variables: [] })
    expect(second.events('invalidated')).toEqual([])
    const output = '[first] read a value that runs code of the program\n'
    expect(second.lastEvent('output').body).toEqual({ category: 'console', output })
  })
  test.each(['watch', 'variables', 'hover', 'clipboard'])(
    'mux 28: an evaluation of the editor itself (%s) that runs code, as its adapter says: the others are told who did it',
    (context) => {
      const { rig, first } = runningRig()
      const second = joined(rig, 'second')
      second.clear()
      first.send('evaluate', { expression: 'meter.Next', context })
      rig.reply('evaluate', { result: '1', variablesReference: 0, dapplexRan: true })
      expect(second.events('invalidated')).toEqual([])
      const what = 'evaluated meter.Next, which runs code of the program'
      expect(second.lastEvent('output').body).toEqual({ category: 'console', output: `[first] ${what}\n` })
      expect(rig.records.at(-1)).toMatchObject({ kind: 'written', what, by: { name: 'first' } })
    },
  )
  test('mux 28: a write that is read back by a getter says so', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second')
    first.send('setVariable', { variablesReference: 0, name: 'Level', value: '12' })
    rig.reply('setVariable', { value: '10', dapplexRan: true })
    const what = 'Level = 12, and read it back, which runs code of the program'
    expect(second.lastEvent('output').body).toMatchObject({ output: `[first] ${what}\n` })
  })
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
