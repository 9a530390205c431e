import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LifecycleState, StateKind } from '../../state/lifecycle.js'
import {
  awaitsConfiguration,
  configurationOf,
  createLifecycle,
  hasInitialized,
  isReachable,
  isRestarting,
  knowsCapabilities,
  phaseOf,
} from '../../state/lifecycle.js'
import type { LifecycleEvent } from './state-table.js'
import { stateAfter, stateTable, withAdapter } from './state-table.js'

const first = createLifecycle().state
const events: readonly LifecycleEvent[] = [
  'initialized',
  'runsUndebugged',
  'stopped',
  'resumed',
  'configurationSent',
  'configurationDone',
  'restart',
  'adapterClosed',
  'end',
]
const play = (...path: readonly LifecycleEvent[]): LifecycleState =>
  path.reduce(stateAfter, withAdapter(first, 'ready'))

describe('mux 10, 11, 15: how a session changes its state', () => {
  test.each<{ readonly path: readonly LifecycleEvent[]; readonly want: LifecycleState; readonly why: string }>([
    {
      path: ['initialized'],
      want: { kind: 'configuring', adapter: 'ready', configuration: 'open' },
      why: 'the adapter takes breakpoints',
    },
    {
      path: ['initialized', 'configurationSent'],
      want: { kind: 'running', adapter: 'ready', configuration: 'sent', isInitialized: true },
      why: 'the program runs as soon as configurationDone is sent',
    },
    {
      path: ['stopped'],
      want: { kind: 'stopped', adapter: 'ready', configuration: 'open', isInitialized: false },
      why: 'some adapters stop before they send initialized',
    },
    {
      path: ['stopped', 'initialized', 'resumed'],
      want: { kind: 'running', adapter: 'ready', configuration: 'open', isInitialized: true },
      why: 'a program that stopped early is still to be configured',
    },
    {
      path: ['initialized', 'configurationDone', 'stopped', 'stopped'],
      want: { kind: 'stopped', adapter: 'ready', configuration: 'done', isInitialized: true },
      why: 'a second stop changes nothing',
    },
    { path: ['runsUndebugged'], want: { kind: 'undebugged', adapter: 'ready' }, why: 'noDebug' },
    {
      path: ['runsUndebugged', 'initialized'],
      want: { kind: 'undebugged', adapter: 'ready' },
      why: 'some adapters ignore noDebug',
    },
    {
      path: ['runsUndebugged', 'stopped'],
      want: { kind: 'undebugged', adapter: 'ready' },
      why: 'some adapters ignore noDebug, and nobody is told of a stop',
    },
    {
      path: ['initialized', 'runsUndebugged'],
      want: { kind: 'undebugged', adapter: 'ready' },
      why: 'some adapters send initialized before the launch',
    },
    { path: ['initialized', 'restart'], want: { kind: 'restarting' }, why: 'the old adapter has to leave first' },
    {
      path: ['restart', 'adapterClosed'],
      want: { kind: 'starting', adapter: 'absent', configuration: 'relaunch' },
      why: 'the fresh adapter is configured by the multiplexer',
    },
    { path: ['restart', 'end'], want: { kind: 'ended', adapter: 'leaving' }, why: 'an end counts more than a restart' },
    {
      path: ['end', 'adapterClosed'],
      want: { kind: 'ended', adapter: 'gone' },
      why: 'the adapter leaves after the end',
    },
    { path: ['adapterClosed'], want: { kind: 'ended', adapter: 'gone' }, why: 'a crash ends the session' },
    { path: ['adapterClosed', 'end'], want: { kind: 'ended', adapter: 'gone' }, why: 'a gone adapter stays gone' },
    {
      path: ['end', 'initialized', 'stopped', 'resumed', 'configurationDone'],
      want: { kind: 'ended', adapter: 'leaving' },
      why: 'nothing that comes late brings a session back',
    },
    { path: ['adapterClosed', 'restart'], want: { kind: 'restarting' }, why: 'a session can restart after its end' },
  ])('mux 10, 11, 15: $path: $why', ({ path, want }) => {
    expect(play(...path)).toEqual(want)
  })

  test('mux 11: an adapter that answers initialize after the end is not reachable', () => {
    for (const state of [play('end'), play('restart')]) expect(isReachable(withAdapter(state, 'ready'))).toBe(false)
  })

  test('mux 10, 11, 15: whatever happens, the table decides and no fact contradicts another', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (path) => {
        let state = withAdapter(first, 'greeted')
        for (const event of path) {
          const next = stateAfter(state, event)
          expect(next.kind).toBe(stateTable[event][state.kind])
          expectSound(next)
          expectNoWayBack(state, next, event)
          state = next
        }
      }),
      { numRuns: 500 },
    )
  })
})

function expectSound(state: LifecycleState): void {
  const isOver = state.kind === 'ended' || state.kind === 'restarting'
  expect(configurationOf(state) === undefined).toBe(isOver || state.kind === 'undebugged')
  if (isOver)
    expect([isReachable(state), hasInitialized(state), awaitsConfiguration(state)]).toEqual([false, false, false])
  if (isOver || isReachable(state)) expect(knowsCapabilities(state)).toBe(true)
  if (state.kind === 'configuring') expect(awaitsConfiguration(state)).toBe(true)
  const phases: Partial<Record<StateKind, string>> = { restarting: 'starting', undebugged: 'running' }
  expect(phaseOf(state)).toBe(phases[state.kind] ?? state.kind)
}

const progress = ['open', 'relaunch', 'sent', 'done']

/** Within one run of the adapter configuration only advances, and `initialized` is not forgotten. */
function expectNoWayBack(before: LifecycleState, after: LifecycleState, event: LifecycleEvent): void {
  const [from, to] = [configurationOf(before), configurationOf(after)]
  if (from === undefined || to === undefined) {
    if (to !== undefined) expect(isRestarting(after)).toBe(true)
    return
  }
  if (event !== 'configurationSent') expect(progress.indexOf(to)).toBeGreaterThanOrEqual(progress.indexOf(from))
  if (hasInitialized(before)) expect(hasInitialized(after)).toBe(true)
}

test('mux 10, 11: combinations that cannot happen do not compile', () => {
  const impossible: readonly LifecycleState[] = [
    // @ts-expect-error an ended session has no adapter that can be asked
    { kind: 'ended', adapter: 'ready' },
    // @ts-expect-error the program cannot be configured before the adapter takes breakpoints
    { kind: 'starting', adapter: 'ready', configuration: 'done' },
    // @ts-expect-error a restart begins when the old adapter has gone
    { kind: 'restarting', adapter: 'ready' },
    // @ts-expect-error an adapter that is absent cannot run a program
    { kind: 'running', adapter: 'absent', configuration: 'done', isInitialized: true },
  ]
  const kinds = new Set<StateKind>(impossible.map(({ kind }) => kind))
  expect(kinds.size).toBe(4)
})
