import type { Actor } from '@dapplex/protocol'

/**
 * A lease of control: who alone may move and change the program (mux 19). The holder is the principal, not the
 * connection.
 */
export interface Lease {
  readonly holder: Actor
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

/**
 * Whether `actor` may act while `lease` is held: it holds the lease itself, or it is a person and the holder an agent.
 */
export function mayTake(lease: Lease | undefined, actor: Actor): boolean {
  if (lease === undefined || lease.holder.principal === actor.principal) return true
  return isPerson(actor) && !isPerson(lease.holder)
}
