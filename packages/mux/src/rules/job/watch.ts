import { answer } from '../../outbox/to-client.js'
import { leaseAt, mayTake } from '../../state/control.js'
import type { ActiveJob } from '../../state/program/job.js'
import { activeJob } from '../../state/program/job.js'
import type { Session } from '../../state/session.js'
import { areListsSettled } from '../breakpoints/job-breakpoints.js'
import type { JobEnding } from './end.js'
import { endJob } from './end.js'

/**
 * Ends the job when something has happened that ends it: a stop that was told to all, the end of the program, its owner has left
 * or has lost control. Called at the end of each input.
 */
export function watchJob(session: Session): void {
  const job = activeJob(session.jobs)
  const ending = job === undefined ? undefined : endingOf(session, job)
  if (ending !== undefined) endJob(session, ending)
  const { current } = session.jobs
  if (current.kind !== 'leaving' || !areListsSettled(session)) return
  session.jobs.current = { kind: 'none' }
  if (current.ended?.state === 'open') answer(session, current.ended, {})
}

function endingOf(session: Session, { order }: ActiveJob): JobEnding | undefined {
  const { lifecycle, threads, clients, control, now } = session
  const { kind } = lifecycle.state
  if (kind !== 'running' && kind !== 'stopped') return { kind: 'exited' }
  if (threads.stopId !== order.stopId) return { kind: 'stopped' }
  const owner = clients.get(order.owner)
  if (owner === undefined || owner.stage === 'left') return { kind: 'ownerLeft' }
  return mayTake(leaseAt(control, now), owner) ? undefined : { kind: 'control' }
}

/** The time of the job is over. */
export const jobOverdue = (session: Session): void => endJob(session, { kind: 'timeout' })
