import type { JsonObject } from '@dapplex/protocol'
import type { Asked } from './clients/client.js'
import type { ClientId } from './contract/input.js'

/**
 * Where the adapter's connection stands. `absent`: not started; `connected`: may be sent initialize; `greeted`: initialize
 * sent; `ready`: initialize answered; `leaving`: told to disconnect; `gone`: closed.
 */
export type AdapterState = 'absent' | 'connected' | 'greeted' | 'ready' | 'leaving' | 'gone'

export interface Launch {
  readonly client: ClientId
  readonly command: 'launch' | 'attach'
  /** The adapter's own arguments, without `dapplex*` keys. */
  readonly args: JsonObject
}

export interface Lifecycle {
  adapter: AdapterState
  /** Arguments of the first initialize, from which the upstream one is made. */
  initializeArgs: JsonObject | undefined
  launch: Launch | undefined
  /** The request of `launch`, while it waits for the adapter to be ready. */
  launchAsked: Asked | undefined
  /** `initialized` has come from this adapter process. */
  isInitialized: boolean
  /** Whether configurationDone went upstream, or was answered in the adapter's place. */
  configuration: 'open' | 'sent' | 'done'
  /** When `launch`, `attach` or `restart` last went upstream, on the session's clock. */
  startedAt: number | undefined
  exitCode: number | undefined
  endReason: string | undefined
  /** `exited` and `terminated` go to the clients once. */
  readonly told: Set<'exited' | 'terminated'>
  /** Adapter processes so far. */
  processes: number
  /** Why a fresh adapter is expected, if it is: an emulated restart (mux 11). */
  restart: 'none' | 'ending' | 'starting'
  /** The request that wants the restart, and the arguments to start with. */
  restartAsked: Asked | undefined
  relaunchArgs: JsonObject | undefined
}

export const createLifecycle = (): Lifecycle => ({
  adapter: 'absent',
  initializeArgs: undefined,
  launch: undefined,
  launchAsked: undefined,
  isInitialized: false,
  configuration: 'open',
  startedAt: undefined,
  exitCode: undefined,
  endReason: undefined,
  told: new Set(),
  processes: 0,
  restart: 'none',
  restartAsked: undefined,
  relaunchArgs: undefined,
})

/** Whether requests may go upstream. */
export const isReachable = (lifecycle: Lifecycle): boolean => lifecycle.adapter === 'ready'
