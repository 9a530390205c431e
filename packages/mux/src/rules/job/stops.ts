import { textIn } from '@dapplex/protocol'
import { answer } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { expireAllThreads, expireThread } from '../../state/ids/references.js'
import { activeJob } from '../../state/program/job.js'
import { asPause, type Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { isOfJob } from '../breakpoints/job-breakpoints.js'

/**
 * Whether a stop concerns the job alone: one of its own breakpoints, or the end of its step. An exception, the end of somebody's
 * pause and the breakpoint of anybody else are stops for all.
 */
export function isStopOfJob(session: Session, { body, hit }: Stop): boolean {
  const job = activeJob(session.jobs)
  if (job === undefined || session.resumes.pausedBy !== undefined) return false
  if (hit.length > 0) return hit.every(isOfJob)
  switch (body['reason']) {
    case 'step':
      return true
    case 'breakpoint':
    case 'function breakpoint':
      // A breakpoint whose condition is not met ends a step; any other one is of the program itself.
      return job.command !== 'continue'
    default:
      return false
  }
}

/** A stop for all, although only a breakpoint of a job was hit, is where somebody wanted the program to stop. */
export function withoutJob(stop: Stop): Stop {
  if (stop.hit.length === 0 || !stop.hit.some(isOfJob)) return stop
  const hit = stop.hit.filter((spec) => !isOfJob(spec))
  return hit.length > 0 ? { ...stop, hit } : asPause(stop)
}

/** The program stands, and only the owner of the job learns of it. */
export function takeStop(session: Session, stop: Stop): void {
  const job = activeJob(session.jobs)
  if (job === undefined) return
  // Ids that were given out while the program was on its way are those of an earlier stop (mux 5).
  if (stop.holdsAll || stop.threadId === undefined) expireAllThreads(session.references)
  else expireThread(session.references, stop.threadId)
  const { waiting } = job
  if (waiting?.state !== 'open') {
    job.untold.push(stop)
    return
  }
  job.waiting = undefined
  job.standing.push(stop)
  tellOwner(session, waiting, stop)
}

/** What the owner of the job learns of a stop. */
export function tellOwner(session: Session, asked: Asked, { body, threadId, hit }: Stop): void {
  const description = textIn(body, 'description')
  const text = textIn(body, 'text')
  answer(session, asked, {
    state: 'stopped',
    reason: textIn(body, 'reason') ?? 'unknown',
    breakpoints: hit.map(({ id }) => id),
    ...(threadId === undefined ? {} : { threadId }),
    ...(description === undefined ? {} : { description }),
    ...(text === undefined ? {} : { text }),
  })
}
