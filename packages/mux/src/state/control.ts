import type { Actor } from '@dapplex/protocol'
import { isSameClient, type Person } from './clients/same-client.js'
import type { ClientProfile } from './contract/input.js'

/** A lease of control: who alone may move and change the program (mux 19). A client holds it, whatever its connections. */
export interface Lease {
  readonly holder: Actor
  readonly profile: ClientProfile
  readonly givenName: string
  readonly until: number
  readonly reason: string | undefined
}

export interface Control {
  lease: Lease | undefined
}

export const createControl = (): Control => ({ lease: undefined })

/** The lease that counts at `now`. */
export const leaseAt = (control: Control, now: number): Lease | undefined =>
  control.lease !== undefined && control.lease.until > now ? control.lease : undefined

/** An editor and the terminal view are persons; the rest are agents (surface, "Who is who"). */
export const isPerson = (actor: Actor): boolean => actor.kind === 'editor' || actor.kind === 'terminal'

export const holderOf = ({ holder, profile, givenName }: Lease): Person => ({ actor: holder, profile, givenName })

export const holds = (lease: Lease | undefined, client: Person): boolean =>
  lease !== undefined && isSameClient(holderOf(lease), client)

/**
 * Whether a client may act while `lease` is held: it holds the lease itself, or it is a person and the holder an agent or
 * another window of the same person. The client of the tools acts for callers who were asked themselves.
 */
export function mayTake(lease: Lease | undefined, client: Person): boolean {
  const { actor } = client
  if (lease === undefined || actor.kind === 'surface' || holds(lease, client)) return true
  return isPerson(actor) && (!isPerson(lease.holder) || lease.holder.principal === actor.principal)
}
