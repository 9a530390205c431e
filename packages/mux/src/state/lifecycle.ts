import type { Actor, AdapterCrash, JsonObject, Phase } from '@dapplex/protocol'
import type { Asked } from './clients/client.js'
import type { ClientId, ProgramExit } from './contract/input.js'

/** A connected adapter. `connected`: initialize not sent yet; `greeted`: initialize sent; `ready`: initialize answered. */
export type LiveAdapter = 'connected' | 'greeted' | 'ready'

/**
 * How far configurationDone has come. `open`: a client will send it; `relaunch`: the multiplexer will send it, because it
 * starts the program again; `sent`: the adapter has it; `done`: the adapter has answered, or does not take it.
 */
export type Configuration = 'open' | 'relaunch' | 'sent' | 'done'

/** Where a session stands. A combination that cannot happen cannot be written. */
export type LifecycleState =
  /** The adapter has not sent `initialized`. `absent`: its process is being started. */
  | {
      readonly kind: 'starting'
      readonly adapter: 'absent' | LiveAdapter
      readonly configuration: 'open' | 'relaunch'
    }
  /** The adapter takes breakpoints, and waits for configurationDone. */
  | { readonly kind: 'configuring'; readonly adapter: LiveAdapter; readonly configuration: 'open' | 'relaunch' }
  /** A program can stop before it is configured, and even before the adapter sends `initialized`. */
  | {
      readonly kind: 'running' | 'stopped'
      readonly adapter: LiveAdapter
      readonly configuration: Configuration
      readonly isInitialized: boolean
    }
  /** The program runs without debugging (`noDebug`): it is sent no breakpoints, and nobody is told of a stop. */
  | { readonly kind: 'undebugged'; readonly adapter: LiveAdapter }
  /** The old adapter leaves; a fresh one is started when it is gone (mux 11). */
  | { readonly kind: 'restarting' }
  /** `leaving`: the adapter was told to let go. */
  | { readonly kind: 'ended'; readonly adapter: 'leaving' | 'gone' }

export type StateKind = LifecycleState['kind']

export interface Launch {
  readonly client: ClientId
  readonly command: 'launch' | 'attach'
  /** The adapter's own arguments, without `dapplex*` keys. */
  readonly args: JsonObject
}

/** Who has asked for the end of the session. `letsGo`: its adapter is ended next, and the program goes on. */
interface EndAsked {
  readonly by: Actor
  readonly why: string
  readonly letsGo?: true
}

export interface Lifecycle {
  state: LifecycleState
  /** Arguments of the first initialize, from which the upstream one is made. */
  initializeArgs: JsonObject | undefined
  launch: Launch | undefined
  /** The request of `launch`, while it waits for the adapter to be ready. */
  launchAsked: Asked | undefined
  /** When `launch`, `attach` or `restart` last went upstream, on the session's clock. */
  startedAt: number | undefined
  exitCode: number | undefined
  /** The signal that ended the program, where the adapter tells it. */
  signal: string | undefined
  /** The end as the program that started this one was told it, while the adapter has not told of it (mux 14). */
  learnedExit: ProgramExit | undefined
  endReason: string | undefined
  /** The adapter has died under the program (mux 15). */
  crash: AdapterCrash | undefined
  /** The adapter has said that the program ended, and its last words come with its answer to disconnect (mux 22). */
  endHeld: { readonly why: string; readonly body: JsonObject | undefined } | undefined
  /** Who has asked for the end of the program, and in which words the others are told (mux 18). */
  endAsked: EndAsked | undefined
  /** The stop at which the program stands although nobody is left (mux 29). */
  leftAloneAt: number | undefined
  /** `exited` and `terminated` go to the clients once. */
  readonly told: Set<'exited' | 'terminated'>
  /** Adapter processes so far. */
  processes: number
  /** The request that wants the restart, and the arguments to start with. */
  restartAsked: Asked | undefined
  relaunchArgs: JsonObject | undefined
}

export const createLifecycle = (): Lifecycle => ({
  state: { kind: 'starting', adapter: 'absent', configuration: 'open' },
  initializeArgs: undefined,
  launch: undefined,
  launchAsked: undefined,
  startedAt: undefined,
  exitCode: undefined,
  signal: undefined,
  learnedExit: undefined,
  endReason: undefined,
  crash: undefined,
  endHeld: undefined,
  endAsked: undefined,
  leftAloneAt: undefined,
  told: new Set(),
  processes: 0,
  restartAsked: undefined,
  relaunchArgs: undefined,
})

/** The phase that clients and tools are told. */
export function phaseOf({ kind }: LifecycleState): Phase {
  switch (kind) {
    case 'restarting':
      return 'starting'
    case 'undebugged':
      return 'running'
    case 'starting':
    case 'configuring':
    case 'running':
    case 'stopped':
    case 'ended':
      return kind
  }
}

/** What clients are told in a session of that kind. */
export const WITHOUT_DEBUGGING = 'the program runs without debugging (noDebug)'

/** Whether clients were told that the program has ended or restarts: what the old program does means nothing any more. */
export const isProgramOver = ({ kind }: LifecycleState): boolean => kind === 'ended' || kind === 'restarting'

/** Whether requests may go upstream. */
export const isReachable = (state: LifecycleState): boolean => 'adapter' in state && state.adapter === 'ready'

export const isAdapterGone = (state: LifecycleState): boolean => state.kind === 'ended' && state.adapter === 'gone'

/** Whether this adapter process has sent `initialized`. */
export function hasInitialized(state: LifecycleState): boolean {
  switch (state.kind) {
    case 'starting':
    case 'undebugged':
    case 'restarting':
    case 'ended':
      return false
    case 'configuring':
      return true
    case 'running':
    case 'stopped':
      return state.isInitialized
  }
}

/** How far configurationDone has come; undefined while no adapter is there to be sent it. */
export const configurationOf = (state: LifecycleState): Configuration | undefined =>
  'configuration' in state ? state.configuration : undefined

/** Whether configurationDone has still to be sent. */
export function awaitsConfiguration(state: LifecycleState): boolean {
  const configuration = configurationOf(state)
  return configuration === 'open' || configuration === 'relaunch'
}

/** Whether a restart is under way. */
export const isRestarting = (state: LifecycleState): boolean =>
  state.kind === 'restarting' || configurationOf(state) === 'relaunch'

/** Whether the outcome of initialize is settled: the adapter has answered it, or never will. */
export const knowsCapabilities = (state: LifecycleState): boolean =>
  state.kind === 'restarting' || state.kind === 'ended' || state.adapter === 'ready'
