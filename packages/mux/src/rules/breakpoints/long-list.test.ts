import { describe, expect, test } from 'vitest'
import { joined, runningRig } from '../../../test/rig.js'

const LINES = 5000
const source = { path: '/generated.py' }
const list = (lines: readonly number[]) => ({ source, breakpoints: lines.map((line) => ({ line })) })

describe('a list of 5,000 breakpoints', () => {
  test('mux 1, 2: is set, told about one by one, and set again in another order, each under its id', () => {
    const { rig, first } = runningRig()
    const lines = Array.from({ length: LINES }, (_, at) => at + 1)
    const seq = first.send('setBreakpoints', list(lines))
    rig.reply('setBreakpoints', { breakpoints: lines.map((line) => ({ id: line, line, verified: false })) })
    const ids = first.answer(seq).body.breakpoints.map(({ id }) => id)
    expect(new Set(ids).size).toBe(LINES)
    for (const id of lines) rig.event('breakpoint', { reason: 'changed', breakpoint: { id, verified: true } })
    const told = first.events('breakpoint').map(({ body }) => body.breakpoint)
    expect(told.map(({ id }) => id)).toEqual(ids)
    expect(told.every(({ verified }) => verified)).toBe(true)
    const again = first.send('setBreakpoints', list(lines.toReversed()))
    rig.reply('setBreakpoints', { breakpoints: lines.map((id) => ({ id, verified: true })) })
    expect(first.answer(again).body.breakpoints.map(({ id }) => id)).toEqual(ids.toReversed())
  })
  test('mux 2: an editor that shows those of others adopts them all', () => {
    const { rig, first } = runningRig()
    const second = joined(rig, 'second', { profile: { foreignBreakpoints: true } })
    const lines = Array.from({ length: LINES }, (_, at) => at + 1)
    first.send('setBreakpoints', list(lines))
    rig.reply('setBreakpoints', { breakpoints: lines.map((line) => ({ id: line, line, verified: true })) })
    expect(new Set(second.events('breakpoint').map(({ body }) => body.breakpoint.id)).size).toBe(LINES)
    const before = rig.countAsked('setBreakpoints')
    const seq = second.send('setBreakpoints', list(lines))
    expect(second.answer(seq).body.breakpoints).toHaveLength(LINES)
    expect(rig.countAsked('setBreakpoints')).toBe(before)
  })
})
