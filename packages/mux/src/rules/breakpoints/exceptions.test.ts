import { describe, expect, test } from 'vitest'
import type { AdapterTraits, JsonObject } from '@dapplex/protocol'
import { adapterTraits } from '@dapplex/protocol'
import type { Rig, RigClient } from '../../../test/rig.js'
import { clientId } from '../../state/contract/input.js'
import { commonCapabilities, createRig, editorArguments, joined, runningRig } from '../../../test/rig.js'

const python = adapterTraits.parse({
  exceptions: {
    firstChance: { filter: 'raised' },
    secondChance: { filter: 'uncaught' },
    types: { from: 'expression', expression: 'types' },
  },
})
const lisp = adapterTraits.parse({
  presentation: { names: 'lisp' },
  exceptions: {
    firstChance: { filter: 'error', typed: 'condition' },
    secondChance: { filter: 'uncaught' },
    initial: ['uncaught'],
    types: { from: 'fullTypeName', separator: ' < ' },
  },
})

function rigWith(traits: AdapterTraits, exception: object) {
  const { rig, first } = runningRig({ traits })
  const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
  const seq = agent.send('dapplex_breakpointAdd', { exception })
  rig.reply('setExceptionBreakpoints', {})
  const { id } = agent.answer(seq).body.breakpoint
  return { rig, first, agent, id }
}

function stop(rig: Rig): void {
  rig.event('stopped', { reason: 'exception', threadId: 1, allThreadsStopped: true })
}
const info = (breakMode: string, details?: object) => ({ exceptionId: 'ValueError', breakMode, details })

function stopOf(rig: Rig, breakMode: string, types: string): void {
  stop(rig)
  rig.reply('exceptionInfo', info(breakMode))
  rig.reply('stackTrace', { stackFrames: [{ id: 5, name: 'f', line: 1, column: 1 }] })
  rig.reply('evaluate', { result: `'${types}'`, variablesReference: 0 })
}
const stops = (rig: Rig) => rig.records.filter(({ kind }) => kind === 'stopped')

describe('mux 4: filters of editors alone', () => {
  const filters = (rig: Rig, client: RigClient, ...names: string[]) => {
    const seq = client.send('setExceptionBreakpoints', { filters: names })
    rig.reply('setExceptionBreakpoints', { breakpoints: names.map((_, id) => ({ id, verified: true })) })
    const { breakpoints } = client.answer(seq).body as { breakpoints: { id: number }[] }
    return breakpoints.map(({ id }) => id)
  }
  test.each([
    { mode: 'always', hit: 'first', why: 'where it is thrown' },
    { mode: 'unhandled', hit: 'second', why: 'where nothing catches it' },
  ] as const)('mux 4: each is told of its own hit: $why', ({ mode, hit }) => {
    const { rig, first } = runningRig({ traits: python })
    const second = joined(rig, 'second')
    const [own] = filters(rig, first, 'raised')
    const [other] = filters(rig, second, 'uncaught')
    stop(rig)
    rig.reply('exceptionInfo', info(mode))
    expect(first.lastEvent('stopped').body.hitBreakpointIds).toEqual(hit === 'first' ? [own] : undefined)
    expect(second.lastEvent('stopped').body.hitBreakpointIds).toEqual(hit === 'second' ? [other] : undefined)
    expect(stops(rig)).toMatchObject([{ breakpointIds: [hit === 'first' ? own : other] }])
  })
  test('mux 4: a stop that no filter explains is told all the same', () => {
    const { rig, first } = runningRig({ traits: python })
    joined(rig, 'second')
    filters(rig, first, 'uncaught')
    stop(rig)
    rig.reply('exceptionInfo', info('always'))
    expect(first.events('stopped')).toHaveLength(1)
    expect(first.lastEvent('stopped').body).not.toHaveProperty('hitBreakpointIds')
  })
  test('mux 4: one editor alone does not wait', () => {
    const { rig, first } = runningRig({ traits: python })
    filters(rig, first, 'raised')
    stop(rig)
    expect(rig.countAsked('exceptionInfo')).toBe(0)
    expect(first.events('stopped')).toHaveLength(1)
  })
})

describe('mux 4: exceptions by type', () => {
  test('mux 4: both chances are two filters; the stop for a type below is told with the breakpoint', () => {
    const { rig, id } = rigWith(python, { type: 'LookupError' })
    expect(rig.asked('setExceptionBreakpoints')['arguments']).toEqual({ filters: ['raised', 'uncaught'] })
    stopOf(rig, 'always', 'builtins.KeyError builtins.LookupError builtins.Exception')
    expect(stops(rig)).toMatchObject([{ reason: 'exception', breakpointIds: [id] }])
  })

  test.each([
    {
      why: 'another type',
      spec: { type: 'KeyError' },
      mode: 'always',
      types: 'builtins.ValueError builtins.Exception',
    },
    {
      why: 'a type below',
      spec: { type: 'LookupError', subtypes: false },
      mode: 'always',
      types: 'b.KeyError b.LookupError',
    },
    { why: 'first chance', spec: { type: 'KeyError', firstChance: false }, mode: 'always', types: 'b.KeyError' },
    { why: 'second chance', spec: { type: 'KeyError', secondChance: false }, mode: 'unhandled', types: 'b.KeyError' },
  ])('mux 4: $why that was not asked for: the program goes on, and nobody hears of it', ({ spec, mode, types }) => {
    const { rig, first } = rigWith(python, spec)
    first.clear()
    stopOf(rig, mode, types)
    rig.reply('continue', { allThreadsContinued: true })
    expect(stops(rig)).toEqual([])
    expect(first.events()).toEqual([])
  })

  test('mux 4: an editor that stops at everything raised is told, without the id of the agent', () => {
    const { rig, first } = rigWith(python, { type: 'KeyError' })
    first.send('setExceptionBreakpoints', { filters: ['raised'] })
    stopOf(rig, 'always', 'builtins.ValueError')
    expect(stops(rig)).toMatchObject([{ breakpointIds: [expect.any(Number)] }])
    expect(first.events('stopped')).toHaveLength(1)
  })

  test('mux 4: an editor that stops at uncaught ones alone is not bothered by a raised one', () => {
    const { rig, first } = rigWith(python, { type: 'KeyError' })
    first.send('setExceptionBreakpoints', { filters: ['uncaught'] })
    stopOf(rig, 'always', 'builtins.ValueError')
    expect(rig.countAsked('continue')).toBe(1)
  })

  test('mux 4: every type needs no look at the type', () => {
    const { rig, id } = rigWith(python, { type: '*' })
    stop(rig)
    rig.reply('exceptionInfo', info('always'))
    expect(rig.countAsked('evaluate')).toBe(0)
    expect(stops(rig)).toMatchObject([{ breakpointIds: [id] }])
  })

  test('mux 4: an adapter that tells nothing in time: the stop is told', () => {
    const { rig } = rigWith(python, { type: 'KeyError' })
    stop(rig)
    rig.input({ kind: 'timerFired', timer: 'examine' })
    expect(stops(rig)).toHaveLength(1)
  })

  test('mux 4: a filter that takes the type gets it; what the adapter did by itself before holds on', () => {
    const { rig, agent } = rigWith(lisp, { type: 'division-by-zero', secondChance: false })
    expect(rig.asked('setExceptionBreakpoints')['arguments']).toEqual({
      filters: ['uncaught'],
      filterOptions: [{ filterId: 'condition', condition: 'division-by-zero' }],
    })
    stop(rig)
    rig.reply('exceptionInfo', info('always', { fullTypeName: 'DIVISION-BY-ZERO < ARITHMETIC-ERROR < ERROR' }))
    expect(stops(rig)).toHaveLength(1)
    const other = agent.send('dapplex_breakpointAdd', { exception: { type: 'my-error', secondChance: false } })
    rig.reply('setExceptionBreakpoints', {})
    expect(agent.answer(other)['success']).toBe(true)
    expect(rig.asked('setExceptionBreakpoints')['arguments'].filterOptions).toEqual([
      { filterId: 'condition', condition: 'division-by-zero' },
      { filterId: 'condition', condition: 'my-error' },
    ])
  })

  test('mux 25: an adapter that cannot is not asked', () => {
    const { rig } = runningRig()
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const seq = agent.send('dapplex_breakpointAdd', { exception: { type: 'X' } })
    expect(agent.answers<string>(seq)[0]?.body.error.variables).toMatchObject({
      type: 'UNSUPPORTED',
      capability: 'exception X',
    })
    expect(rig.countAsked('setExceptionBreakpoints')).toBe(0)
  })
})

describe('mux 3: what a session begins with', () => {
  const breakpoints = [
    { id: 7, path: '/a.py', line: 3 },
    { id: 8, path: '/a.py', line: 4, enabled: false },
    { id: 9, exception: { type: 'KeyError' } },
    { id: 10, filter: 'unknown' },
    { nothing: true },
  ]
  test('is sent when the adapter is ready, shown to those who join, and keeps its ids', () => {
    const { rig, first } = runningRig({
      traits: python,
      settings: { breakpoints },
      upTo: 'initialized',
      capabilities: {
        supportsConfigurationDoneRequest: true,
        exceptionBreakpointFilters: [
          { filter: 'raised', label: 'r' },
          { filter: 'uncaught', label: 'u' },
        ],
      },
    })
    expect(rig.asked('setBreakpoints')['arguments']).toMatchObject({
      source: { path: '/a.py' },
      breakpoints: [{ line: 3 }],
    })
    expect(rig.asked('setExceptionBreakpoints')['arguments']).toEqual({ filters: ['raised', 'uncaught'] })
    first.send('configurationDone')
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 3 }] })
    expect(rig.countAsked('configurationDone')).toBe(0)
    rig.reply('setExceptionBreakpoints', {})
    expect(rig.countAsked('configurationDone')).toBe(1)
    const shown = first.lastEvent('dapplex_breakpoints')['body'].breakpoints
    expect(shown.map(({ id, enabled }) => [id, enabled])).toEqual([
      [7, true],
      [8, false],
      [9, true],
      [10, true],
    ])
  })
})

describe('mux 4: filters of a client that was answered before the adapter was known', () => {
  const announced = [
    { filter: 'raised', label: 'Raised', default: false },
    { filter: 'uncaught', label: 'Uncaught', default: true },
  ]
  /** A client whose initialize the front door has answered, offering these filters; it launches and the adapter is ready. */
  function early({ offered = [], keys = {} }: { readonly offered?: string[]; readonly keys?: JsonObject } = {}) {
    const rig = createRig(python)
    rig.input({ kind: 'adapterStarted' })
    const client = rig.client('early')
    const initialize = { seq: 1, type: 'request', command: 'initialize', arguments: editorArguments }
    rig.input({ kind: 'clientMessage', client: clientId(1), message: initialize, answered: { filters: offered } })
    client.send('launch', { program: '/p', ...keys })
    rig.reply('initialize', { ...commonCapabilities, exceptionBreakpointFilters: announced })
    rig.event('initialized')
    const sent = () => rig.toAdapter.filter(({ command }) => command === 'setExceptionBreakpoints')
    return { rig, client, filters: () => sent().map((one) => one['arguments'].filters as string[]) }
  }
  test.each([
    { why: 'the defaults of the adapter, for one that sends no list', keys: {}, want: ['uncaught'] },
    { why: 'those of dapplexExceptionFilters', keys: { dapplexExceptionFilters: ['raised'] }, want: ['raised'] },
    {
      why: 'none of a name that the adapter has not',
      keys: { dapplexExceptionFilters: ['all', 'raised'] },
      want: ['raised'],
    },
  ])('mux 4: $why', ({ keys, want }) => {
    const { rig, client, filters } = early({ keys })
    expect(filters()).toEqual([want])
    rig.reply('setExceptionBreakpoints')
    const done = client.send('configurationDone')
    rig.reply('configurationDone')
    expect(client.answer(done).success).toBe(true)
    client.close()
    expect(filters()).toEqual([want, []])
  })
  test('mux 4: a list that the client sends stands in place of the defaults, an empty one too', () => {
    const { rig, client, filters } = early()
    rig.reply('setExceptionBreakpoints')
    const seq = client.send('setExceptionBreakpoints', { filters: [] })
    rig.reply('setExceptionBreakpoints', { breakpoints: [] })
    expect(client.answer(seq).body).toEqual({ breakpoints: [] })
    expect(filters()).toEqual([['uncaught'], []])
  })
  test('mux 4: filters offered of another adapter are not sent to this one, and its defaults hold', () => {
    const { rig, client, filters } = early({ offered: ['all', 'never'] })
    rig.reply('setExceptionBreakpoints', { breakpoints: [{ verified: true }] })
    const seq = client.send('setExceptionBreakpoints', { filters: ['all'] })
    expect(filters()).toEqual([['uncaught']])
    expect(client.answer(seq).body.breakpoints).toMatchObject([
      { verified: false, message: "the adapter has no exception filter 'all'" },
    ])
  })
})
