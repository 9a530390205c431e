import { lastOf } from '@dapplex/testkit'
import { expect, test } from 'vitest'
import type { RigClient } from '../../../test/rig.js'
import { joined, runningRig } from '../../../test/rig.js'

const at = (...lines: number[]) => ({ source: { path: '/a.py' }, breakpoints: lines.map((line) => ({ line })) })
const verified = (id: number) => ({ breakpoints: [{ id, verified: true, line: 3 }] })

/** The ids of `breakpoint` events that came before an answer with that id. */
function early({ inbox }: RigClient): unknown[] {
  const known = new Set<unknown>()
  const strangers: unknown[] = []
  for (const { event, command, body } of inbox) {
    if (command === 'setBreakpoints') for (const one of body?.breakpoints ?? []) known.add(one.id)
    if (event === 'breakpoint' && !known.has(body.breakpoint.id)) strangers.push(body.breakpoint.id)
  }
  return strangers
}

test('mux 22: two clients at one line at once: the second hears its id first in its answer', () => {
  const { rig, first } = runningRig()
  const second = joined(rig, 'second')
  const a = first.send('setBreakpoints', at(3))
  const b = second.send('setBreakpoints', at(3))
  rig.reply('setBreakpoints', verified(7))
  rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 7, verified: true, line: 4 } })
  for (const [client, seq] of [
    [first, a],
    [second, b],
  ] as const) {
    expect(early(client)).toEqual([])
    expect(client.breakpoint(seq, 0)).toMatchObject({ verified: true })
  }
  expect(first.lastEvent('breakpoint').body.breakpoint).toMatchObject({ line: 4 })
})

test('mux 22: one client sends set, clear and set in one go', () => {
  const { rig, first } = runningRig()
  const seqs = [at(3), at(), at(3)].map((args) => first.send('setBreakpoints', args))
  rig.reply('setBreakpoints', verified(7))
  rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 7, verified: true, line: 3, column: 2 } })
  while (rig.lastToAdapter()['command'] === 'setBreakpoints' && first.answers(lastOf(seqs)).length === 0)
    rig.reply('setBreakpoints', verified(8))
  expect(early(first)).toEqual([])
  expect(first.breakpoint(lastOf(seqs), 0)).toMatchObject({ verified: true })
})

test('mux 2: Swank numbers an entry anew when it is sent again: a change of the former number is told to nobody', () => {
  const { rig, first } = runningRig()
  const second = joined(rig, 'second')
  first.send('setBreakpoints', at(3))
  rig.reply('setBreakpoints', verified(1))
  second.send('setBreakpoints', at(3, 5))
  rig.reply('setBreakpoints', {
    breakpoints: [2, 3].map((id) => ({ id, verified: true, line: id === 2 ? 3 : 5 })),
  })
  const marks = [first, second].map((client) => client.events('breakpoint').length)
  rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 1, verified: true, line: 3 } })
  expect([first, second].map((client) => client.events('breakpoint').length)).toEqual(marks)
  // One that the adapter has made by itself is told to everybody.
  rig.event('breakpoint', { reason: 'new', breakpoint: { id: 9, verified: true, line: 8 } })
  for (const client of [first, second])
    expect(client.lastEvent('breakpoint').body.breakpoint).toMatchObject({ line: 8 })
})

test('mux 2: a breakpoint that is verified now has no reason for not being so', () => {
  const { rig, first } = runningRig()
  const late = (more: object) => ({ id: 7, line: 3, ...more })
  first.send('setBreakpoints', at(3))
  rig.reply('setBreakpoints', { breakpoints: [late({ verified: false, reason: 'pending', message: 'not loaded' })] })
  rig.event('breakpoint', { reason: 'changed', breakpoint: late({ verified: true }) })
  const again = first.send('setBreakpoints', at(3))
  expect(first.breakpoint(again, 0)).toEqual({ id: first.breakpoint(again, 0).id, line: 3, verified: true })
  const forced = first.send('setBreakpoints', { ...at(3), sourceModified: true })
  rig.reply('setBreakpoints', { breakpoints: [late({ verified: true, reason: 'pending' })] })
  expect(first.breakpoint(forced, 0)).not.toHaveProperty('reason')
})

test('mux 22: a change that comes while the same list is set again is told by the answer', () => {
  const { rig, first } = runningRig()
  first.send('setBreakpoints', at(3))
  rig.reply('setBreakpoints', verified(7))
  const again = first.send('setBreakpoints', at(3, 9))
  rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 7, verified: false, message: 'moved away' } })
  rig.reply('setBreakpoints', {
    breakpoints: [
      { id: 7, verified: false, message: 'moved away' },
      { id: 8, verified: true },
    ],
  })
  expect(first.events('breakpoint')).toEqual([])
  expect(first.breakpoint(again, 0)).toMatchObject({ verified: false, message: 'moved away' })
})
