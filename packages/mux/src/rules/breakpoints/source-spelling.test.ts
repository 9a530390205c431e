import { describe, expect, test } from 'vitest'
import type { Rig } from '../../../test/rig.js'
import { commonCapabilities, joined, runningRig } from '../../../test/rig.js'

const real = (path: string) => path.replace('/link/', '/real/').replace('/one/../', '/')
const settings = { normalizePath: real, realPath: real }
const at = (path: string, ...lines: number[]) => ({ source: { path }, breakpoints: lines.map((line) => ({ line })) })

/** An adapter whose symbols know one spelling only. */
function answerAll(rig: Rig, known: string): void {
  for (const message of rig.toAdapter.filter(({ command }) => command === 'setBreakpoints')) {
    if (!rig.session.pending.entries.has(Number(message['seq']))) continue
    const { source, breakpoints } = message['arguments'] as ReturnType<typeof at>
    const verified = source.path === known
    rig.fromAdapter({
      type: 'response',
      request_seq: message['seq'],
      success: true,
      command: 'setBreakpoints',
      body: { breakpoints: breakpoints.map(({ line }, index) => ({ id: line * 10 + index, verified, line, source })) },
    })
  }
}

/** What the adapter has for each spelling. */
function upstream(rig: Rig): Record<string, number[]> {
  const lists: Record<string, number[]> = {}
  for (const { command, arguments: args } of rig.toAdapter)
    if (command === 'setBreakpoints') {
      const { source, breakpoints } = args as ReturnType<typeof at>
      lists[source.path] = breakpoints.map(({ line }) => line)
    }
  return Object.fromEntries(Object.entries(lists).filter(([, lines]) => lines.length > 0))
}

const settle = (rig: Rig, known: string) => {
  for (let round = 0; round < 6; round += 1) answerAll(rig, known)
}

describe('mux 1: the adapter gets the spelling that it knows, each client sees its own', () => {
  test.each([
    { first: '/link/a.py', second: '/real/a.py', known: '/real/a.py', why: 'a symbolic link, then the real path' },
    { first: '/real/a.py', second: '/link/a.py', known: '/real/a.py', why: 'the real path, then a symbolic link' },
    { first: '/real/one/../a.py', second: '/real/a.py', known: '/real/a.py', why: 'a detour' },
    { first: '/link/a.py', second: '/link/a.py', known: '/link/a.py', why: 'built through the link' },
    {
      first: '/real/a.py',
      second: '/link/a.py',
      known: '/link/a.py',
      why: 'built through the link, found by the second',
    },
  ])('mux 1: $why', ({ first: one, second: other, known }) => {
    const { rig, first } = runningRig({ settings })
    const second = joined(rig, 'second')
    const a = first.send('setBreakpoints', at(one, 1))
    settle(rig, known)
    const b = second.send('setBreakpoints', at(other, 2))
    settle(rig, known)
    expect(upstream(rig)).toEqual({ [known]: [1, 2] })
    expect(first.breakpoint(a, 0).source?.path).toBe(one)
    expect(second.breakpoint(b, 0)).toMatchObject({ verified: true, source: { path: other } })
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    for (const [client, path] of [
      [first, one],
      [second, other],
    ] as const) {
      const seq = client.send('stackTrace', { threadId: 1 })
      rig.reply('stackTrace', {
        stackFrames: [{ id: 1, name: 'f', line: 1, column: 1, source: { path: '/real/a.py' } }],
      })
      expect(client.answer(seq).body.stackFrames[0]?.source?.path).toBe(path)
    }
  })
  test('mux 1: an adapter that verifies later keeps the real path', () => {
    const { rig, first } = runningRig({ settings })
    first.send('setBreakpoints', at('/link/a.py', 1))
    settle(rig, 'none')
    expect(upstream(rig)).toEqual({ '/real/a.py': [1] })
    first.send('setBreakpoints', at('/link/a.py', 1, 5))
    settle(rig, 'none')
    expect(upstream(rig)).toEqual({ '/real/a.py': [1, 5] })
    first.send('setBreakpoints', at('/link/a.py'))
    settle(rig, 'none')
    expect(upstream(rig)).toEqual({})
  })
  test('mux 1: a breakpoint of the tools, too', () => {
    const { rig } = runningRig({ settings })
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const seq = agent.send('dapplex_breakpointAdd', { path: '/link/a.py', line: 1 })
    settle(rig, '/real/a.py')
    expect(upstream(rig)).toEqual({ '/real/a.py': [1] })
    expect(agent.answer(seq).body.breakpoint).toMatchObject({ path: '/link/a.py', verified: true })
  })
  test.each<{ command: string; args: Record<string, unknown> }>([
    { command: 'breakpointLocations', args: { line: 1 } },
    { command: 'gotoTargets', args: { line: 1 } },
    { command: 'source', args: { sourceReference: 0 } },
    { command: 'evaluate', args: { expression: 'a', line: 1 } },
  ])('mux 1: $command asks under the spelling that the adapter knows', ({ command, args }) => {
    const capabilities = {
      ...commonCapabilities,
      supportsBreakpointLocationsRequest: true,
      supportsGotoTargetsRequest: true,
    }
    const { rig, first } = runningRig({ settings, capabilities })
    const asked = (path: string) => {
      first.send(command, { source: { path }, ...args })
      return rig.lastToAdapter()['arguments'].source.path as unknown
    }
    expect(asked('/link/a.py')).toBe('/real/a.py')
    expect(asked('/real/one/../a.py')).toBe('/real/a.py')
    expect(asked('https://host/link/a.py')).toBe('https://host/link/a.py')
    rig.event('loadedSource', { reason: 'new', source: { path: '/link/b.py' } })
    expect(asked('/real/b.py')).toBe('/link/b.py')
    expect(asked('/link/b.py')).toBe('/link/b.py')
  })
  test('mux 1: events and answers of all kinds have the spelling of their receiver', () => {
    const { rig, first } = runningRig({ settings })
    const second = joined(rig, 'second')
    first.send('setBreakpoints', at('/link/a.py', 1))
    settle(rig, '/real/a.py')
    const source = { path: '/real/a.py' }
    rig.event('output', { output: 'x', source })
    rig.event('loadedSource', { reason: 'new', source })
    for (const name of ['output', 'loadedSource'] as const) {
      expect(first.lastEvent(name).body.source?.path).toBe('/link/a.py')
      expect(second.lastEvent(name).body.source?.path).toBe('/real/a.py')
    }
    rig.event('stopped', { reason: 'pause', threadId: 1, allThreadsStopped: true })
    const stack = first.send('stackTrace', { threadId: 1 })
    rig.reply('stackTrace', { stackFrames: [{ id: 1, name: 'f', line: 1, column: 1 }] })
    const seq = first.send('scopes', { frameId: first.answer(stack).body.stackFrames[0]?.id ?? 0 })
    rig.reply('scopes', { scopes: [{ name: 'Locals', variablesReference: 0, expensive: false, source }] })
    expect(first.answer(seq).body.scopes[0]?.source?.path).toBe('/link/a.py')
  })
})
