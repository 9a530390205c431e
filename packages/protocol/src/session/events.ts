import type { DebugProtocol } from '@vscode/debugprotocol'

/** Who did something: a client of the session, as it is shown to all (mux 18). */
export interface Actor {
  readonly client: number
  readonly name: string
  readonly principal: string
  readonly kind: ClientKind
}
/** `surface` is the session's own client: it launches for the tools and owns their breakpoints. */
export type ClientKind = 'editor' | 'terminal' | 'agent' | 'surface'
export type Role = 'observer' | 'operator' | 'owner'

/** A place in the source, 1-based; `path` as the adapter spells it. */
export interface Location {
  readonly path?: string
  readonly name?: string
  readonly line: number
  readonly column?: number
  readonly function?: string
}

/**
 * What happened in a session, in order, for the tools, `events_subscribe` and the journal. `seq` counts from 1 per
 * session without gaps; `stopId` is the number of the latest stop (0 before the first).
 */
export type SessionEvent = {
  readonly seq: number
  readonly stopId: number
  readonly at: number
  readonly by?: Actor
} & SessionEventBody

export type SessionEventBody =
  | {
      readonly kind: 'stopped'
      readonly threadId?: number
      readonly reason: string
      readonly description?: string
      readonly text?: string
      readonly allThreadsStopped: boolean
      readonly breakpointIds: readonly number[]
    }
  | { readonly kind: 'continued'; readonly threadId?: number; readonly allThreadsContinued: boolean }
  | { readonly kind: 'output'; readonly category: string; readonly text: string }
  | { readonly kind: 'process'; readonly body: DebugProtocol.ProcessEvent['body'] }
  | { readonly kind: 'thread'; readonly threadId: number; readonly reason: string }
  | { readonly kind: 'breakpoint'; readonly reason: 'new' | 'changed' | 'removed'; readonly breakpointId: number }
  | { readonly kind: 'clientJoined'; readonly client: Actor }
  | { readonly kind: 'clientLeft'; readonly client: Actor; readonly why: string }
  | { readonly kind: 'written'; readonly what: string }
  | { readonly kind: 'invalidated'; readonly areas: readonly string[] }
  | { readonly kind: 'exited'; readonly exitCode: number; readonly signal?: string }
  | { readonly kind: 'ended'; readonly why: string }
  /** The program is about to be started again, by `by` or because the adapter wants it (mux 11, 18). */
  | { readonly kind: 'restarting' }
  | { readonly kind: 'phase'; readonly phase: Phase }
  | { readonly kind: 'unresponsive'; readonly command: string; readonly waitedMs: number }
  /** The adapter answers again. */
  | { readonly kind: 'responsive' }
  /** Who holds control, or for how long, has changed; nobody holds it when `holder` is absent (mux 19). */
  | {
      readonly kind: 'control'
      readonly change: ControlChange
      readonly holder?: Actor
      /** Milliseconds of the session's clock. */
      readonly until?: number
      readonly reason?: string
    }
  /** `by` says something to the others; `to` is absent where all are meant. */
  | { readonly kind: 'message'; readonly text: string; readonly to?: readonly Actor[] }
  /** A tool begins to move the program by itself, or has ended (docs/rules.md, "Jobs"). */
  | { readonly kind: 'job'; readonly change: 'begun' | 'ended'; readonly tool: string; readonly why?: string }
  /** A child session was opened (mux 14). */
  | { readonly kind: 'child'; readonly session: string }

/** What became of control; `taken`: by a person, from an agent (mux 19). */
export type ControlChange = 'acquired' | 'renewed' | 'taken' | 'released' | 'expired'

/**
 * Where a session stands. `starting`: initialize sent; `configuring`: the adapter waits for configurationDone;
 * `running` and `stopped` (at least one thread); `ended`: readable post mortem, no adapter.
 */
export type Phase = 'starting' | 'configuring' | 'running' | 'stopped' | 'ended'
