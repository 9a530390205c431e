import type { FaultSession } from './session.js'
import type { FaultWorld } from './world.js'

export interface FaultPlace {
  readonly world: FaultWorld
  readonly session: FaultSession
  /** Chooses among the variants of a kind. */
  readonly n: number
}

/** What a fault may end. `either`: the session, or nothing. */
export type Effect = 'nothing' | 'session' | 'either' | 'daemon'

export interface FaultKind {
  readonly name: string
  readonly effect: Effect
  /** How often it is chosen: what costs much is rare. */
  readonly weight: number
  /** Adapters for which it makes no sense, and why. */
  readonly without?: Readonly<Record<string, string>>
  /** What the daemon may log as an error then. */
  readonly logs?: RegExp
  /** Resolves when the fault has happened; requests are under way. */
  readonly inject: (place: FaultPlace) => Promise<unknown>
}

export function nth<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}
