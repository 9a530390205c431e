import type { DapClient } from '@dapplex/testkit'
import type { RpcClient } from '../support/rpc-client.js'
import type { TestDaemon } from '../support/test-daemon.js'
import { StopLedger } from './ledger.js'
import type { Stands } from './stands.js'
import type { WalkProgram, WalkSubject } from './subjects.js'
import type { Trace } from './trace.js'

/** A session of a walk. After one has ended, the next client that acts launches the program again. */
export interface WalkSession {
  readonly id: string
  readonly trace: Trace
  readonly ledger: StopLedger
  readonly launcher: 'editor' | 'agent'
  /** How often somebody has asked for a restart. */
  restarts: number
  /** Somebody has asked for its end, or has left as the last. */
  mayEnd: boolean
  /**
   * A `terminate` was granted, so the end is on its way: some adapters answer before the program has ended. A restart behind it
   * begins anew.
   */
  isEnding: boolean
  isOver: boolean
}

export const newSession = (id: string, launcher: WalkSession['launcher'], trace: Trace): WalkSession => ({
  id,
  trace,
  ledger: new StopLedger(trace),
  launcher,
  restarts: 0,
  mayEnd: false,
  isEnding: false,
  isOver: false,
})

/** An editor of a walk: away, on its way in or out, or in a session. */
export type Presence =
  | { readonly kind: 'away' }
  | { readonly kind: 'moving' }
  | {
      readonly kind: 'in'
      readonly client: DapClient
      readonly stands: Stands
      readonly session: WalkSession
      /** It sends no more requests. `vanished`: nor does it wait for answers. */
      hasLeft: false | 'disconnected' | 'vanished'
    }

export interface WalkEditor {
  readonly name: string
  presence: Presence
}

interface Suspicion {
  readonly inside: Extract<Presence, { readonly kind: 'in' }>
  readonly what: string
  readonly lasts: () => boolean
}

export interface World {
  readonly host: TestDaemon
  readonly subject: WalkSubject
  readonly program: WalkProgram
  readonly trace: Trace
  readonly editors: readonly WalkEditor[]
  readonly agent: RpcClient
  /** Every DAP client that there has been, and its session, for the checks at the end. */
  readonly clients: { readonly client: DapClient; readonly session: WalkSession }[]
  /** What was refused at a stop that may be over. */
  readonly suspicions: Suspicion[]
  session: WalkSession | undefined
  /** Somebody is launching. */
  isStarting: boolean
}

/** A restart is asked for: an end that was on its way may not come. Gives whether one was. */
export function beginsAnew(session: WalkSession): boolean {
  const { isEnding } = session
  session.restarts += 1
  session.isEnding = false
  return isEnding
}

export const isLive = (session: WalkSession | undefined): session is WalkSession => session?.isOver === false

/** The `n`-th of a list, counted round. */
export function pick<T>(list: readonly [T, ...T[]], n: number): T {
  return list[n % list.length] ?? list[0]
}
