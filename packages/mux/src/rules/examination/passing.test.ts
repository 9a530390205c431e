import { adapterTraits } from '@dapplex/protocol'
import { describe, expect, test } from 'vitest'
import { runningRig, type Rig } from '../../../test/rig.js'

const traits = adapterTraits.parse({
  exceptions: {
    firstChance: { filter: 'raised' },
    secondChance: { filter: 'uncaught' },
    passing: { expression: 'way({{count}})' },
  },
})

function rigWithFilter(): Rig {
  const { rig, first } = runningRig({ traits })
  first.send('setExceptionBreakpoints', { filters: ['raised'] })
  rig.reply('setExceptionBreakpoints', {})
  return rig
}

/** A stop for an exception; `way` is the value of the expression, undefined fails. */
function stop(rig: Rig, way: string | undefined, { mode = 'always', threadId = 1 } = {}): void {
  rig.event('stopped', { reason: 'exception', threadId, allThreadsStopped: true })
  rig.reply('exceptionInfo', { exceptionId: 'ValueError', breakMode: mode })
  if (mode === 'unhandled') return
  rig.reply('stackTrace', { stackFrames: [{ id: 5, name: 'f', line: 1, column: 1 }] })
  if (way === undefined) rig.reply('evaluate', undefined, { success: false, message: 'NameError' })
  else rig.reply('evaluate', { result: `'${way}'`, variablesReference: 0 })
}
const goesOn = (rig: Rig): void => rig.event('continued', { threadId: 1, allThreadsContinued: true })
const isPassedOver = (rig: Rig): void => {
  rig.reply('continue', { allThreadsContinued: true })
  goesOn(rig)
}
const told = (rig: Rig): number => rig.records.filter(({ kind }) => kind === 'stopped').length

describe('mux 4: one stop for one exception', () => {
  test('mux 4: further stops on its way out are passed over; the adapter is asked with the length of the way so far', () => {
    const rig = rigWithFilter()
    stop(rig, 'thrown 1 a 0')
    expect(rig.asked('evaluate').arguments.expression).toBe('way(0)')
    expect(told(rig)).toBe(1)
    goesOn(rig)
    stop(rig, 'passes 2 ab a')
    expect(rig.asked('evaluate').arguments.expression).toBe('way(1)')
    isPassedOver(rig)
    stop(rig, 'passes 4 abcd ab')
    isPassedOver(rig)
    expect(told(rig)).toBe(1)
  })

  test.each([
    { way: 'thrown 3 abc a', why: 'it is thrown again' },
    { way: 'passes 1 a a', why: 'the same way again is another exception, thrown where the debugger does not look' },
    { way: 'passes 2 xy x', why: 'it came another way' },
    { way: undefined, why: 'nothing is known' },
  ])('mux 4: a stop is told where $why', ({ way }) => {
    const rig = rigWithFilter()
    stop(rig, 'thrown 1 a 0')
    goesOn(rig)
    stop(rig, way)
    expect(told(rig)).toBe(2)
  })

  test('mux 4: another thread has ways of its own, and what nothing catches is told beside', () => {
    const rig = rigWithFilter()
    stop(rig, 'thrown 1 a 0')
    goesOn(rig)
    stop(rig, 'passes 2 ab a', { threadId: 2 })
    expect(told(rig)).toBe(2)
    goesOn(rig)
    stop(rig, undefined, { mode: 'unhandled' })
    expect(told(rig)).toBe(3)
  })

  test('mux 1, 4: the end of a step is told, also where the exception only passes', () => {
    const { rig, first } = runningRig({ traits })
    first.send('setExceptionBreakpoints', { filters: ['raised'] })
    rig.reply('setExceptionBreakpoints', {})
    stop(rig, 'thrown 1 a 0')
    first.send('next', { threadId: 1 })
    rig.reply('next', {})
    stop(rig, 'passes 2 ab a')
    expect(told(rig)).toBe(2)
  })
})
