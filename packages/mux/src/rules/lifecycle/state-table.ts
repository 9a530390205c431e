import type { Configuration, LifecycleState, LiveAdapter, StateKind } from '../../state/lifecycle.js'

/**
 * What moves a session from state to state. `initialized` and `adapterClosed` come from the adapter; `runsUndebugged`: a
 * launch with `noDebug` is under way; `stopped` and `resumed` are about the program as a whole; the others are actions
 * of the multiplexer.
 */
export type LifecycleEvent =
  | 'initialized'
  | 'runsUndebugged'
  | 'stopped'
  | 'resumed'
  | 'configurationSent'
  | 'configurationDone'
  | 'restart'
  | 'adapterClosed'
  | 'end'

/** Rule: mux 10, 11, 15. The state that follows each event; docs/lifecycle.md is drawn from this. */
export const stateTable: Readonly<Record<LifecycleEvent, Readonly<Record<StateKind, StateKind>>>> = {
  initialized: stay({ starting: 'configuring' }),
  runsUndebugged: stay({ starting: 'undebugged', configuring: 'undebugged' }),
  stopped: stay({ starting: 'stopped', configuring: 'stopped', running: 'stopped' }),
  resumed: stay({ stopped: 'running' }),
  configurationSent: stay({ configuring: 'running' }),
  configurationDone: stay({ configuring: 'running' }),
  restart: all('restarting'),
  adapterClosed: { ...all('ended'), restarting: 'starting' },
  end: all('ended'),
}

function stay(moves: Partial<Record<StateKind, StateKind>>): Readonly<Record<StateKind, StateKind>> {
  return {
    starting: 'starting',
    configuring: 'configuring',
    running: 'running',
    stopped: 'stopped',
    undebugged: 'undebugged',
    restarting: 'restarting',
    ended: 'ended',
    ...moves,
  }
}

function all(kind: StateKind): Readonly<Record<StateKind, StateKind>> {
  return {
    starting: kind,
    configuring: kind,
    running: kind,
    stopped: kind,
    undebugged: kind,
    restarting: kind,
    ended: kind,
  }
}

/** The state after an event. The table says which kind; what else is known is carried along. */
export function stateAfter(state: LifecycleState, event: LifecycleEvent): LifecycleState {
  const kind = stateTable[event][state.kind]
  switch (kind) {
    case 'starting':
      return state.kind === kind ? state : { kind, adapter: 'absent', configuration: 'relaunch' }
    case 'configuring':
      return configuringState(state)
    case 'undebugged':
      return state.kind === 'starting' || state.kind === 'configuring' ? { kind, adapter: liveAdapter(state) } : state
    case 'running':
    case 'stopped':
      return programState(kind, state, event)
    case 'restarting':
      return { kind }
    case 'ended':
      return { kind, adapter: event === 'adapterClosed' || isGone(state) ? 'gone' : 'leaving' }
  }
}

function configuringState(state: LifecycleState): LifecycleState {
  if (state.kind === 'starting') return { ...state, kind: 'configuring', adapter: liveAdapter(state) }
  return state
}

function programState(kind: 'running' | 'stopped', state: LifecycleState, event: LifecycleEvent): LifecycleState {
  if (state.kind === 'restarting' || state.kind === 'ended' || state.kind === 'undebugged') return state
  const isInitialized = event === 'initialized' || state.kind === 'configuring' || wasInitialized(state)
  return {
    kind,
    adapter: liveAdapter(state),
    configuration: configurationAfter(state.configuration, event),
    isInitialized,
  }
}

const wasInitialized = (state: LifecycleState): boolean => 'isInitialized' in state && state.isInitialized

const isGone = (state: LifecycleState): boolean => state.kind === 'ended' && state.adapter === 'gone'

/** An adapter that sends anything is connected. */
const liveAdapter = ({ adapter }: { readonly adapter: 'absent' | LiveAdapter }): LiveAdapter =>
  adapter === 'absent' ? 'connected' : adapter

function configurationAfter(before: Configuration, event: LifecycleEvent): Configuration {
  if (event === 'configurationDone') return 'done'
  return event === 'configurationSent' ? 'sent' : before
}

/** The state when its adapter has come one step further. An adapter that leaves, or is gone, comes no further. */
export function withAdapter(state: LifecycleState, adapter: LiveAdapter): LifecycleState {
  return state.kind === 'restarting' || state.kind === 'ended' ? state : { ...state, adapter }
}
