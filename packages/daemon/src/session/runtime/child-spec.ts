import type { JsonObject } from '@dapplex/protocol'
import type { Invitation } from './invitation.js'

/** What an adapter asks for when it wants a child session (mux 14). */
export interface ChildSpec {
  readonly request: 'launch' | 'attach'
  /** For the child's adapter, as the parent's has given it: it may name a target that can be used only once. */
  readonly configuration: JsonObject
  /** How many other children of the same session are being opened now. */
  readonly othersOpening: number
}

/** A child session with a connected adapter. No request has been sent to it yet. */
export interface OpenedChild {
  /** Id by which clients attach to it. */
  readonly session: string
  /** Launches or attaches. `invitation`: the clients of the parent that have been asked to join. */
  begin(invitation: Invitation): void
}
