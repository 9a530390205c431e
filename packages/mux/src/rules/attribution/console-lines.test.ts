import { describe, expect, test } from 'vitest'
import type { Rig, RigClient } from '../../../test/rig.js'
import { joined, runningRig } from '../../../test/rig.js'

const linesOf = (client: RigClient): string[] =>
  client.events('output').map(({ body }) => (body.category === 'console' ? body.output.trimEnd() : ''))

/** Two editors and an agent. */
function three(options: Parameters<typeof runningRig>[0] = {}) {
  const { rig, first } = runningRig(options)
  const second = joined(rig, 'second')
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  return { rig, first, second, agent }
}

const at = (lines: readonly number[]) => ({
  source: { path: '/src/a.js' },
  breakpoints: lines.map((line) => ({ line })),
})

describe('mux 18: editors read in their console who did what', () => {
  test('mux 18: who joins and who leaves', () => {
    const { first, second, agent } = three()
    agent.close()
    second.send('disconnect', {})
    expect(linesOf(first)).toEqual([
      '[second] joined the session',
      '[agent] joined the session',
      '[agent] left the session',
      '[second] left the session',
    ])
    expect(linesOf(second)).toEqual(['[agent] joined the session', '[agent] left the session'])
  })
  test.each([
    { before: [], after: [3], want: ['[first] set a breakpoint at /src/a.js:3'] },
    { before: [3], after: [], want: ['[first] removed a breakpoint at /src/a.js:3'] },
    {
      before: [3],
      after: [4],
      want: ['[first] set a breakpoint at /src/a.js:4', '[first] removed a breakpoint at /src/a.js:3'],
    },
    { before: [3], after: [3], want: [] },
    { before: [], after: [1, 2, 3, 4], want: ['[first] set 4 breakpoints in /src/a.js'] },
  ])('mux 18: breakpoints in the gutter: $before, then $after', ({ before, after, want }) => {
    const { rig, first, second } = three()
    const answer = (lines: readonly number[]) =>
      rig.reply('setBreakpoints', { breakpoints: lines.map((line) => ({ id: line, verified: true, line })) })
    first.send('setBreakpoints', at(before))
    answer(before)
    second.clear()
    first.send('setBreakpoints', at(after))
    answer(after)
    expect(linesOf(second)).toEqual(want)
  })
  test('mux 18: a breakpoint is told with its path from the workspace, and with what it asks for', () => {
    const shownPath = (path: string) => path.replace('/src/', '')
    const { rig, first, second, agent } = three({ settings: { shownPath } })
    const { source } = at([])
    const asks = { condition: 'x > 1', hitCondition: '3', logMessage: 'x is {x}' }
    first.send('setBreakpoints', { source, breakpoints: [{ line: 3, ...asks }] })
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] })
    agent.send('dapplex_breakpointAdd', { path: '/src/b.js', line: 4, condition: 'y' })
    expect(linesOf(second).slice(-2)).toEqual([
      '[first] set a breakpoint at a.js:3, if x > 1, hit count 3, which only logs: x is {x}',
      '[agent] set a breakpoint at b.js:4, if y',
    ])
  })
  test('mux 18: the end names the breakpoints that were never hit by their path from the workspace', () => {
    const shownPath = (path: string) => path.replace('/src/', '')
    const { rig, first } = runningRig({ settings: { shownPath } })
    joined(rig, 'daemon', { profile: { kind: 'surface' } })
    first.send('setBreakpoints', at([3]))
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] })
    rig.event('terminated')
    expect(linesOf(first)).toContain('the breakpoint at a.js:3 was never hit')
  })
  test('mux 18: the breakpoints with which a client opens its session are no news', () => {
    const { rig, first } = runningRig()
    const late = rig.client('late')
    late.send('initialize', {})
    late.send('attach', {})
    late.send('setBreakpoints', at([3]))
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] })
    late.send('configurationDone')
    expect(linesOf(first)).toEqual(['[late] joined the session'])
  })
})

describe('mux 18: everybody learns who ended the program', () => {
  test.each<{
    readonly how: string
    readonly end: (clients: ReturnType<typeof three>) => unknown
    readonly line: string | undefined
    readonly why: string
    readonly by: string | undefined
  }>([
    {
      how: 'an editor presses Stop',
      end: ({ first }) => first.send('terminate'),
      line: '[first] ends the program',
      why: 'first pressed Stop',
      by: 'first',
    },
    {
      how: 'an agent ends it',
      end: ({ agent }) => agent.send('terminate'),
      line: '[agent] ends the program',
      why: 'agent ended the program',
      by: 'agent',
    },
    {
      how: 'an editor disconnects and ends it',
      end: ({ first }) => first.send('disconnect', { terminateDebuggee: true }),
      line: '[first] disconnects and ends the program',
      why: 'first disconnected and ended the program',
      by: 'first',
    },
    {
      how: 'it ends by itself',
      end: ({ rig }) => rig.event('terminated'),
      line: undefined,
      why: 'the program has ended',
      by: undefined,
    },
  ])('mux 18: $how', ({ end, line, why, by }) => {
    const all = three()
    const { rig, second } = all
    end(all)
    expect(endOf(rig)).toEqual({ why, by })
    const heard = second.events().map(({ event }) => String(event))
    expect(heard.at(-1)).toBe('terminated')
    if (line !== undefined) expect(linesOf(second)).toContain(line)
  })
  test('mux 11, 18: also where the adapter ends it, which takes a moment', () => {
    const { rig, first, second } = three({ capabilities: { supportsTerminateRequest: true } })
    first.send('terminate')
    rig.reply('terminate')
    expect(linesOf(second)).toContain('[first] ends the program')
    rig.event('exited', { exitCode: 143 })
    rig.event('terminated')
    expect(endOf(rig)).toEqual({ why: 'first pressed Stop', by: 'first' })
  })
  test('mux 11, 18: a Stop that failed is not why the program ends later', () => {
    const { rig, first } = three({ capabilities: { supportsTerminateRequest: true } })
    first.send('terminate')
    rig.reply('terminate', undefined, { success: false, message: 'no' })
    rig.event('terminated')
    expect(endOf(rig)).toEqual({ why: 'the program has ended', by: undefined })
  })
  test('mux 18: after a restart the end has reasons of its own', () => {
    const { rig, first } = three()
    first.send('terminate')
    rig.reply('disconnect')
    rig.input({ kind: 'adapterClosed', why: 'was ended', stderr: '' })
    first.send('restart')
    rig.input({ kind: 'adapterStarted' })
    rig.reply('initialize', {})
    rig.event('initialized')
    rig.reply('launch')
    rig.event('terminated')
    expect(endOf(rig)).toEqual({ why: 'the program has ended', by: undefined })
  })
})

function endOf(rig: Rig) {
  const ends = rig.records.flatMap((one) => (one.kind === 'ended' ? [{ why: one.why, by: one.by?.name }] : []))
  return ends.at(-1)
}
