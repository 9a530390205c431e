import type { Actor } from '@dapplex/protocol'
import type { Asked } from '../client/asked.js'
import { argumentsOf } from '../client/asked.js'
import type { Client } from '../client/client.js'
import type { Failure } from '../failure.js'
import { answer, fail, record } from '../outbox.js'
import type { Session } from '../session.js'
import type { Lease } from './control.js'
import { leaseAt, mayTake } from './control.js'

const TIMER = 'lease'
/** A lease is never longer than this: a forgotten one must not lock the others out for good. */
const LONGEST_LEASE_MS = 3_600_000

/** `dapplex_controlAcquire {leaseMs?, reason?}`. Errors: CONTROL_HELD. */
export function acquireControl(session: Session, asked: Asked): void {
  const args = argumentsOf(asked)
  const lease = leaseAt(session.control, session.now)
  const { actor } = asked.client
  if (!mayTake(lease, actor)) {
    fail(session, asked, heldFailure(lease))
    return
  }
  const wished = args['leaseMs']
  const ms =
    typeof wished === 'number' && wished > 0 ? Math.min(wished, LONGEST_LEASE_MS) : session.options.limits.leaseMs
  const reason = typeof args['reason'] === 'string' ? args['reason'] : undefined
  grant(session, actor, { ms, reason })
  answer(session, asked, controlView(session))
}

/** `dapplex_controlRelease`: gives back one's own; nothing happens when somebody else holds it. */
export function releaseControl(session: Session, asked: Asked): void {
  const lease = leaseAt(session.control, session.now)
  if (lease !== undefined && lease.holder.principal === asked.client.actor.principal) endLease(session)
  answer(session, asked, controlView(session))
}

export function controlView(session: Session) {
  const lease = leaseAt(session.control, session.now)
  const mode = session.options.policies.control
  if (lease === undefined) return { mode }
  const reason = lease.reason === undefined ? {} : { reason: lease.reason }
  return { mode, holder: lease.holder, until: lease.until, ...reason }
}

export function grant(session: Session, holder: Actor, how: { ms: number; reason: string | undefined }): void {
  const before = leaseAt(session.control, session.now)
  session.control.lease = { holder, until: session.now + how.ms, reason: how.reason }
  session.effects.push({ kind: 'startTimer', timer: TIMER, ms: how.ms })
  if (before?.holder.principal === holder.principal) return
  record(session, { kind: 'control', holder, ...(how.reason === undefined ? {} : { reason: how.reason }) }, holder)
}

/** The lease is over: given back, run out, or its holder has gone. */
export function endLease(session: Session): void {
  if (session.control.lease === undefined) return
  session.control.lease = undefined
  session.effects.push({ kind: 'cancelTimer', timer: TIMER })
  record(session, { kind: 'control' })
}

/** The last connection of a principal that holds control has gone. */
export function releaseOf(session: Session, client: Client): void {
  const { lease } = session.control
  if (lease?.holder.principal !== client.actor.principal) return
  for (const other of session.clients.values())
    if (other !== client && other.stage !== 'left' && other.actor.principal === client.actor.principal) return
  endLease(session)
}

export function heldFailure(lease: Lease | undefined): Failure {
  const holder = lease?.holder.name ?? 'somebody'
  const why = lease?.reason === undefined ? '' : ` (${lease.reason})`
  return {
    type: 'CONTROL_HELD',
    text: `${holder} has control of the program${why}; wait until it is released, or ask ${holder} for it`,
    data: { holder, until: String(lease?.until ?? 0) },
  }
}
