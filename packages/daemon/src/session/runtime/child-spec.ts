import type { JsonObject } from '@dapplex/protocol'

/** What an adapter asks for when it wants a child session (mux 14). */
export interface ChildSpec {
  readonly request: 'launch' | 'attach'
  /** Passed to the child's adapter as it is: it may name a target that can be taken only once. */
  readonly configuration: JsonObject
  /** How many other children of the same session are being opened at this moment. */
  readonly othersOpening: number
}

/** A child session whose adapter can be spoken to; nothing has been asked of it yet. */
export interface OpenedChild {
  /** Id by which clients attach to it. */
  readonly session: string
  /** Launches or attaches. `invited`: how many clients of the parent have been asked to join. */
  begin(invited: number): void
}
