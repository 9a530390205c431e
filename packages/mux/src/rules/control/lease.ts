import { type ControlChange, textIn } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { answer, fail } from '../../outbox/to-client.js'
import type { Asked, Client } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'
import type { Lease } from '../../state/control.js'
import { holds, leaseAt, mayTake } from '../../state/control.js'
import { isSameClient } from '../../state/clients/same-client.js'
import type { Session } from '../../state/session.js'
import { tellOthers } from '../attribution/console-line.js'

const TIMER = 'lease'
/** The longest lease: a forgotten one must not lock the others out for good. */
const LONGEST_LEASE_MS = 3_600_000

/** `dapplex_controlAcquire {leaseMs?, reason?}`. Errors: CONTROL_HELD. */
export function acquireControl(session: Session, asked: Asked): void {
  const args = argumentsOf(asked)
  const lease = leaseAt(session.control, session.now)
  if (!mayTake(lease, asked.client)) {
    fail(session, asked, heldFailure(lease, session.now))
    return
  }
  const requested = args['leaseMs']
  const ms =
    typeof requested === 'number' && requested > 0
      ? Math.min(requested, LONGEST_LEASE_MS)
      : session.options.limits.leaseMs
  const reason = textIn(args, 'reason')
  grant(session, asked.client, { ms, reason, isAsked: true })
  answer(session, asked, controlView(session))
}

/** `dapplex_controlRelease`: gives back the sender's lease. Nothing happens when somebody else holds control. */
export function releaseControl(session: Session, asked: Asked): void {
  const { client } = asked
  const lease = leaseAt(session.control, session.now)
  if (holds(lease, client)) endLease(session, { change: 'released', by: client })
  answer(session, asked, controlView(session))
}

export function controlView(session: Session) {
  const lease = leaseAt(session.control, session.now)
  const mode = session.options.policies.control
  if (lease === undefined) return { mode }
  const reason = lease.reason === undefined ? {} : { reason: lease.reason }
  return { mode, holder: lease.holder, until: lease.until, ...reason }
}

export interface Grant {
  readonly ms: number
  readonly reason: string | undefined
  /** Whether the client asked for it. A lease that is only prolonged by acting is not announced. */
  readonly isAsked: boolean
}

/** Gives control to a client, and tells everyone. */
export function grant(session: Session, client: Client, how: Grant): void {
  const holder = client.actor
  const before = leaseAt(session.control, session.now)
  const change = changeOf(before, client)
  const until = session.now + how.ms
  session.control.lease = { holder, profile: client.profile, givenName: client.givenName, until, reason: how.reason }
  session.effects.push({ kind: 'startTimer', timer: TIMER, ms: how.ms })
  if (change === 'renewed' && !how.isAsked) return
  const reason = how.reason === undefined ? {} : { reason: how.reason }
  record(session, { kind: 'control', change, holder, until, ...reason }, holder)
  if (change !== 'renewed') tellOthers(session, client, wordsOf(before, how.reason))
}

function changeOf(before: Lease | undefined, client: Client): ControlChange {
  if (before === undefined) return 'acquired'
  return holds(before, client) ? 'renewed' : 'taken'
}

function wordsOf(before: Lease | undefined, reason: string | undefined): string {
  const from = before === undefined ? '' : ` from ${before.holder.name}`
  return `has taken control of the program${from}${reason === undefined ? '' : `: ${reason}`}`
}

/** The lease is over: given back, run out, or its holder has gone. */
export function endLease(session: Session, { change, by }: { change: ControlChange; by?: Client }): void {
  if (session.control.lease === undefined) return
  session.control.lease = undefined
  session.effects.push({ kind: 'cancelTimer', timer: TIMER })
  record(session, { kind: 'control', change }, by?.actor)
  if (by !== undefined) tellOthers(session, by, 'has given control back')
}

/** A connection has gone. Control ends with the last one of its holder; a client of single calls keeps it until its time is over. */
export function releaseOf(session: Session, client: Client): void {
  if (client.profile.presence === 'oneCall' || !holds(session.control.lease, client)) return
  for (const other of session.clients.values())
    if (other !== client && other.stage !== 'left' && isSameClient(other, client)) return
  endLease(session, { change: 'released', by: client })
}

/** CONTROL_HELD, with the holder and how long it is still held, in ms. */
export function heldFailure(lease: Lease | undefined, now: number): Failure {
  const holder = lease?.holder.name ?? 'somebody'
  const why = lease?.reason === undefined ? '' : ` (${lease.reason})`
  const remainingMs = Math.max(0, Math.ceil((lease?.until ?? now) - now))
  return {
    type: 'CONTROL_HELD',
    text: `${holder} has control of the program${why}, for ${remainingMs} ms more; wait until it is released, or ask ${holder} for it`,
    data: { holder, remaining_ms: String(remainingMs) },
  }
}
