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
  /** How many of them are not answered. */
  restartsOpen: number
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
  restartsOpen: 0,
  mayEnd: false,
  isEnding: false,
  isOver: false,
})

/** Somebody has launched the program: the walk goes on in the new session. */
export function begin(world: World, id: string, launcher: WalkSession['launcher']): WalkSession {
  const session = newSession(id, launcher, world.trace)
  world.sessions.push(session)
  world.session = session
  return session
}

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
  /** Every session that there has been. */
  readonly sessions: WalkSession[]
  session: WalkSession | undefined
  /** Somebody is launching. */
  isStarting: boolean
}

/**
 * Asks for a restart. One that is granted overtakes an end that is on its way: the program runs again (docs/decisions.md:
 * `debug_restart` works after the end of a session).
 * @param ask resolves with whether it was granted; undefined where that cannot be known
 */
export async function beginAnew(session: WalkSession, ask: () => Promise<boolean | undefined>): Promise<void> {
  const { isEnding } = session
  session.restarts += 1
  session.restartsOpen += 1
  session.isEnding = false
  try {
    const isGranted = await ask()
    if (isGranted === true) session.isEnding = false
    if (isGranted === false) session.isEnding ||= isEnding
  } finally {
    session.restartsOpen -= 1
  }
}

/**
 * A session was seen to end. It is over, unless a restart that has not been answered may begin it anew.
 * @param before how many restarts had been asked for when the end was asked for
 */
export function noteEnd(session: WalkSession, before = session.restarts): void {
  if (session.restartsOpen === 0 && session.restarts === before) session.isOver = true
}

export const isLive = (session: WalkSession | undefined): session is WalkSession => session?.isOver === false

/** The `n`-th of a list, counted round. */
export function pick<T>(list: readonly [T, ...T[]], n: number): T {
  return list[n % list.length] ?? list[0]
}
