import { describe, expect, test } from 'vitest'
import type { RigRequest } from '../../../test/messages.js'
import { joined, runningRig, type Rig } from '../../../test/rig.js'
import { viewOf } from '../../door/view.js'

const file = (path: string, ...lines: readonly (number | object)[]) => ({
  source: { path },
  breakpoints: lines.map((line) => (typeof line === 'number' ? { line } : line)),
})
const verified = (...lines: readonly number[]) => ({
  breakpoints: lines.map((line, index) => ({ id: line * 10 + index, verified: true, line })),
})
const linesOf = (message: RigRequest<'setBreakpoints'>) => message.arguments.breakpoints?.map(({ line }) => line) ?? []

/** An editor that shows others' breakpoints as its own, and what it was told of each. */
function shown(rig: Rig) {
  const second = joined(rig, 'second', { profile: { foreignBreakpoints: true } })
  const told = () => second.events('breakpoint').map(({ body }) => ({ reason: body.reason, ...body.breakpoint }))
  return { second, told }
}

describe('mux 2: breakpoints of others that an editor shows as its own', () => {
  test('mux 2: a client that opted in gets plain events, and a copy it sends back is an alias, confirmed like the original', () => {
    const { rig, first } = runningRig()
    const { second, told } = shown(rig)
    first.send('setBreakpoints', file('/a.py', { line: 10, condition: 'x > 1' }))
    rig.reply('setBreakpoints', { breakpoints: [{ id: 10, verified: false, line: 10, message: 'not loaded' }] })
    expect(told().map(({ reason }) => reason)).toEqual(['new', 'changed'])
    expect(told().at(-1)).toMatchObject({
      source: { path: '/a.py' },
      line: 10,
      message: 'breakpoint of first, if x > 1: not loaded',
    })
    const seq = second.send('setBreakpoints', file('/a.py', 10, 20))
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([{ line: 10, condition: 'x > 1' }, { line: 20 }])
    rig.reply('setBreakpoints', { breakpoints: [{ id: 10, verified: false, line: 10 }, ...verified(20).breakpoints] })
    const copy = second.breakpoint(seq, 0)
    expect(copy).toMatchObject({ verified: false, message: 'breakpoint of first, if x > 1' })
    rig.event('breakpoint', { reason: 'changed', breakpoint: { id: 10, verified: true, line: 10 } })
    expect(told().at(-1)).toMatchObject({ reason: 'changed', id: copy.id, verified: true })
    first.send('setBreakpoints', file('/a.py'))
    expect(linesOf(rig.asked('setBreakpoints'))).toEqual([20])
    rig.reply('setBreakpoints', verified(20))
    expect(told().filter(({ reason }) => reason === 'removed')).toContainEqual({
      reason: 'removed',
      id: copy.id,
      verified: false,
    })
  })
  test('mux 2: a copy at the line to which the adapter has moved the original is an alias too', () => {
    const { rig, first } = runningRig()
    const { second } = shown(rig)
    first.send('setBreakpoints', file('/a.py', { line: 10, condition: 'x > 1' }))
    rig.reply('setBreakpoints', { breakpoints: [{ id: 10, verified: true, line: 12 }] })
    second.send('setBreakpoints', file('/a.py', 12))
    rig.event('stopped', { reason: 'pause', threadId: 1 })
    expect(rig.countAsked('setBreakpoints')).toBe(1)
  })
  test.each(['disconnect', 'the end of the program'])('mux 2: no copy is left behind after %s', (how) => {
    const { rig } = runningRig()
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const { second, told } = shown(rig)
    agent.send('dapplex_breakpointAdd', { path: '/a.py', line: 5 })
    rig.reply('setBreakpoints', verified(5))
    const seq = second.send('setBreakpoints', file('/a.py', 5))
    const copy = second.breakpoint(seq, 0)
    expect(copy).toMatchObject({ verified: true, message: 'breakpoint of agent' })
    if (how === 'disconnect') second.send('disconnect', {})
    else rig.event('terminated')
    expect(told().filter(({ reason }) => reason === 'removed')).toContainEqual(expect.objectContaining({ id: copy.id }))
    const names = second.inbox.map((one) => String(one['event'] ?? one['command']))
    expect(names.lastIndexOf('breakpoint')).toBeLessThan(names.lastIndexOf(how === 'disconnect' ? how : 'terminated'))
  })
  test('mux 2: without its copy, a breakpoint of the session is off for everybody, and with it again on', () => {
    const { rig, first } = runningRig()
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const { second } = shown(rig)
    agent.send('dapplex_breakpointAdd', { path: '/a.py', line: 5, condition: 'x' })
    rig.reply('setBreakpoints', verified(5))
    second.send('setBreakpoints', file('/a.py', 5))
    second.send('setBreakpoints', file('/a.py'))
    expect(linesOf(rig.asked('setBreakpoints'))).toEqual([])
    rig.reply('setBreakpoints', verified())
    expect(viewOf(rig.session).breakpoints).toMatchObject([{ line: 5, enabled: false }])
    expect(first.lastEvent('output').body.output).toBe('[second] switched off the breakpoint at /a.py:5\n')
    second.send('setBreakpoints', file('/a.py', 5))
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([{ line: 5, condition: 'x' }])
  })
  test('mux 2: without its copy, a breakpoint of another editor stays, and the console says whose it is', () => {
    const { rig, first } = runningRig()
    const { second } = shown(rig)
    first.send('setBreakpoints', file('/a.py', 5))
    rig.reply('setBreakpoints', verified(5))
    second.send('setBreakpoints', file('/a.py', 5))
    second.send('setBreakpoints', file('/a.py'))
    expect(rig.countAsked('setBreakpoints')).toBe(1)
    expect(second.lastEvent('output').body.output).toBe('the breakpoint at /a.py:5 belongs to first and stays\n')
  })
})
