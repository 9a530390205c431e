import { expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'
import { viewOf } from '../../door/view.js'

test('mux 1: where the adapter decides about each request (a recording), all go to it, and its hits and counts hold', () => {
  const { rig, first } = runningRig({ capabilities: { dapplexDecidesEach: true } })
  const second = joined(rig, 'second')
  const source = { path: '/a.py' }
  first.send('setBreakpoints', { source, breakpoints: [{ line: 3, condition: 'n == 1', hitCondition: '2' }] })
  rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] })
  const asked = second.send('setBreakpoints', { source, breakpoints: [{ line: 3, logMessage: '{n}' }, { line: 3 }] })
  expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([
    { line: 3, condition: 'n == 1', hitCondition: '2' },
    { line: 3, logMessage: '{n}' },
    { line: 3 },
  ])
  const answers = [
    { id: 2, verified: true },
    { id: 3, verified: true },
    { id: 4, verified: false },
  ]
  rig.reply('setBreakpoints', { breakpoints: answers })
  expect(second.answer(asked).body.breakpoints.map(({ verified }) => verified)).toEqual([true, false])

  const before = rig.countAsked('stackTrace')
  const stopped = { reason: 'breakpoint', threadId: 1, allThreadsStopped: true }
  rig.event('stopped', {
    ...stopped,
    hitBreakpointIds: [2],
    dapplexHitCounts: [2],
    dapplexRecorded: { stopId: 7, last: 9 },
  })
  expect(viewOf(rig.session)).toMatchObject({ stop: { recorded: { stopId: 7, last: 9 } } })
  expect(viewOf(rig.session).breakpoints.map(({ hits }) => hits)).toEqual([2, 0, 0])
  expect(first.lastEvent('stopped').body.hitBreakpointIds).toHaveLength(1)
  expect(second.lastEvent('stopped').body).not.toHaveProperty('hitBreakpointIds')
  rig.event('stopped', stopped)
  expect(viewOf(rig.session).breakpoints.map(({ hits }) => hits)).toEqual([2, 0, 0])
  expect(rig.countAsked('stackTrace')).toBe(before)
})
