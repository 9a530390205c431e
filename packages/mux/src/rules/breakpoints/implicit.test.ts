import { describe, expect, test } from 'vitest'
import { adapterTraits } from '@dapplex/protocol'
import { joined, runningRig, type Rig } from '../../../test/rig.js'
import { viewOf } from '../../door/view.js'

const stops = (rig: Rig) => rig.records.filter(({ kind }) => kind === 'stopped')
const lines = (rig: Rig) => (rig.asked('setBreakpoints').arguments.breakpoints ?? []).map(({ line }) => line)

type Options = NonNullable<Parameters<typeof runningRig>[0]>

/** A program that runs; `configure` answers what the adapter is sent before. */
function started(options: Options, configure: (rig: Rig) => void = () => undefined) {
  const { rig, first } = runningRig({ ...options, upTo: 'initialized' })
  configure(rig)
  first.send('configurationDone')
  rig.reply('configurationDone')
  return { rig, first }
}
const confirmFilters = (rig: Rig) => rig.reply('setExceptionBreakpoints', {})

describe('what stops a program without a breakpoint', () => {
  const uncaught = { id: -1, implicit: true, exception: { type: '*', firstChance: false } }
  const traits = adapterTraits.parse({
    exceptions: { firstChance: { filter: 'raised' }, secondChance: { filter: 'uncaught' } },
  })
  const exceptionBreakpointFilters = ['all', 'uncaught'].map((filter) => ({ filter, label: filter }))

  test('is sent to the adapter, stops, and is in no list of breakpoints', () => {
    const { rig, first } = started({ traits, settings: { breakpoints: [uncaught] } }, confirmFilters)
    expect(rig.asked('setExceptionBreakpoints').arguments).toMatchObject({ filters: ['uncaught'] })
    rig.event('stopped', { reason: 'exception', threadId: 1, allThreadsStopped: true })
    rig.reply('exceptionInfo', { exceptionId: 'E', breakMode: 'unhandled' })
    expect(stops(rig)).toMatchObject([{ reason: 'exception', breakpointIds: [] }])
    expect(viewOf(rig.session).breakpoints).toEqual([])
    expect(first.events('dapplex_breakpoints')).toEqual([])
  })
  test('an exception by which the program ends itself is no crash; who asks for it gets the stop', () => {
    const exits = adapterTraits.parse({
      exceptions: { secondChance: { filter: 'uncaught' }, exits: ['SystemExit'], idNote: ' \\(note: .*\\)$' },
    })
    const { rig } = started({ traits: exits, settings: { breakpoints: [uncaught] } }, confirmFilters)
    const ends = (exceptionId = 'SystemExit') => {
      rig.event('stopped', { reason: 'exception', threadId: 1, allThreadsStopped: true })
      rig.reply('exceptionInfo', { exceptionId, breakMode: 'unhandled' })
    }
    for (const exceptionId of ['SystemExit', 'SystemExit (note: paused at: main)']) {
      ends(exceptionId)
      expect(stops(rig)).toEqual([])
      rig.reply('continue', {})
    }
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    agent.send('dapplex_breakpointAdd', { exception: { type: '*', firstChance: false } })
    ends()
    expect(stops(rig)).toHaveLength(1)
  })
  test('an adapter that knows at the throw what will be caught stops for all, and the caught ones are passed over', () => {
    const once = adapterTraits.parse({ exceptions: { firstChance: { filter: 'all' }, stopsOnce: true } })
    const { rig } = started({ traits: once, settings: { breakpoints: [uncaught] } }, confirmFilters)
    expect(rig.asked('setExceptionBreakpoints').arguments).toMatchObject({ filters: ['all'] })
    rig.event('stopped', { reason: 'exception', threadId: 1, allThreadsStopped: true })
    rig.reply('exceptionInfo', { exceptionId: 'E', breakMode: 'always' })
    expect(stops(rig)).toEqual([])
    rig.reply('continue', {})
    rig.event('stopped', { reason: 'exception', threadId: 1, allThreadsStopped: true })
    rig.reply('exceptionInfo', { exceptionId: 'E', breakMode: 'unhandled' })
    expect(stops(rig)).toHaveLength(1)
  })
  test('an adapter whose definition says nothing of exceptions gets the filter that its name recommends', () => {
    const capabilities = { exceptionBreakpointFilters }
    const { rig } = started({ capabilities, settings: { breakpoints: [uncaught] } }, confirmFilters)
    expect(rig.asked('setExceptionBreakpoints').arguments).toMatchObject({ filters: ['uncaught'] })
  })
  test('an adapter without any filter is sent none', () => {
    const { rig } = started({ settings: { breakpoints: [uncaught] } })
    expect(rig.countAsked('setExceptionBreakpoints')).toBe(0)
  })
})

describe('a load point tells that a file is loaded', () => {
  const kept = [
    { id: 4, path: '/a.py', line: 9 },
    { id: -1, implicit: true, path: '/a.py', line: 2 },
  ]
  function loading() {
    const confirm = (rig: Rig) =>
      rig.reply('setBreakpoints', {
        breakpoints: [
          { id: 1, verified: true },
          { id: 2, verified: true },
        ],
      })
    const { rig, first } = started({ settings: { breakpoints: kept } }, confirm)
    const sent = rig.asked('setBreakpoints').arguments.breakpoints ?? []
    return { rig, first, mark: String(sent.find(({ line }) => line === 2)?.logMessage) }
  }
  const loaded = (rig: Rig) => viewOf(rig.session).breakpoints.map((one) => one.loaded)

  test('by a line of output that nobody else sees, and is taken away then', () => {
    const { rig, first, mark } = loading()
    expect(loaded(rig)).toEqual([false])
    rig.event('output', { category: 'stdout', output: `${mark}\n` })
    expect(loaded(rig)).toEqual([true])
    expect(first.events('output')).toEqual([])
    expect(rig.records.filter(({ kind }) => kind === 'output')).toEqual([])
    expect(lines(rig)).toEqual([9])
  })
  test('other output passes', () => {
    const { rig, first } = loading()
    rig.event('output', { category: 'stdout', output: 'hello\n' })
    expect(first.events('output')).toHaveLength(1)
  })
  test('none is needed where somebody wants to stop', () => {
    const { rig, first } = loading()
    first.send('setBreakpoints', { source: { path: '/a.py' }, breakpoints: [{ line: 2 }] })
    expect(rig.asked('setBreakpoints').arguments.breakpoints).toEqual([{ line: 9 }, { line: 2 }])
  })
})

describe('a line without code, where the adapter moves no breakpoint', () => {
  const traits = adapterTraits.parse({ noCodeAtLine: '^no code' })
  const NO_CODE = { breakpoints: [{ verified: false, message: 'no code there' }] }

  test('the next line that has some is found for a breakpoint of the session', () => {
    const { rig } = runningRig({ traits })
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const seq = agent.send('dapplex_breakpointAdd', { path: '/a.go', line: 7 })
    rig.reply('setBreakpoints', NO_CODE)
    expect(lines(rig)).toEqual([8])
    rig.reply('setBreakpoints', NO_CODE)
    expect(lines(rig)).toEqual([9])
    rig.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true, line: 9 }] })
    expect(agent.answer(seq).body.breakpoint).toMatchObject({ line: 7, actualLine: 9, verified: true })
  })
  test('far from any code it stays where it was asked for', () => {
    const { rig } = runningRig({ traits })
    const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
    const seq = agent.send('dapplex_breakpointAdd', { path: '/a.go', line: 7 })
    for (let tries = 0; agent.answers(seq).length === 0 && tries < 100; tries += 1) rig.reply('setBreakpoints', NO_CODE)
    expect(agent.answer(seq).body.breakpoint).toMatchObject({ line: 7, verified: false, message: 'no code there' })
    expect(lines(rig)).toEqual([7])
  })
  test('an editor is answered what its adapter says', () => {
    const { rig, first } = runningRig({ traits })
    const seq = first.send('setBreakpoints', { source: { path: '/a.go' }, breakpoints: [{ line: 7 }] })
    rig.reply('setBreakpoints', NO_CODE)
    expect(first.answer(seq).body.breakpoints).toMatchObject([{ verified: false, message: 'no code there' }])
    expect(rig.countAsked('setBreakpoints')).toBe(1)
  })
})

describe('a restart after an edit', () => {
  test.each([{ supportsRestartRequest: true }, {}])(
    'moves the breakpoints and forgets their hits (%j)',
    (capabilities) => {
      const settings = { breakpoints: [{ id: 4, path: '/a.js', line: 9, text: 'x += 1' }] }
      const { rig } = started({ capabilities, settings }, (starting) =>
        starting.reply('setBreakpoints', { breakpoints: [{ id: 1, verified: true }] }),
      )
      const agent = joined(rig, 'agent', { profile: { kind: 'agent' } })
      rig.event('stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [1] })
      expect(viewOf(rig.session).breakpoints).toMatchObject([{ line: 9, hits: 1 }])
      agent.send('restart', { dapplexBreakpoints: [{ id: 4, line: 12, text: 'x += 1', movedFrom: 9 }] })
      expect(viewOf(rig.session).breakpoints).toMatchObject([
        { id: 4, line: 12, hits: 0, movedFrom: 9, text: 'x += 1' },
      ])
      if (capabilities.supportsRestartRequest === true) {
        expect(lines(rig)).toEqual([12])
        expect(rig.asked('restart').arguments).toEqual({})
      }
    },
  )
})
