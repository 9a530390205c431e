import { countIn, type JsonObject, listIn, textIn } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import { fail, respond } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import { expireAllThreads, expireThread } from '../../state/ids/references.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'
import type { ActiveJob } from '../../state/program/job.js'
import { activeJob } from '../../state/program/job.js'
import type { Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { mayAct } from '../control/may-act.js'
import { tellOwner } from './stops.js'

const COMMANDS: ReadonlySet<string> = new Set(['continue', 'next', 'stepIn', 'stepOut'])

/**
 * `dapplex_jobMove {command, threadId?, returnsTo?}`: moves the program of the job, and is answered at the next stop of the job or at its end.
 * Nobody else hears of either.
 */
export function moveJob(session: Session, asked: Asked, job: ActiveJob): void {
  if (refuseSecondWait(session, asked, job)) return
  const args = argumentsOf(asked)
  const command = textIn(args, 'command') ?? ''
  const stop = standingAt(job, countIn(args, 'threadId'))
  if (!COMMANDS.has(command) || stop === undefined) {
    const text = COMMANDS.has(command)
      ? 'the program of the job runs already; dapplex_jobWait waits for its next stop'
      : `a job cannot '${command}'`
    fail(session, asked, { type: COMMANDS.has(command) ? 'NOT_PAUSED' : 'INVALID_REQUEST', text, data: { command } })
    return
  }
  const refusal = mayAct(session, asked, 'move')
  if (refusal !== undefined) {
    fail(session, asked, refusal)
    return
  }
  // Another thread has reached a breakpoint at the same time: its hit would be lost if all went on.
  if (command === 'continue' && stop.holdsAll && tellNext(session, job, asked)) return
  forget(session, job, stop)
  job.command = command
  job.returnsTo = listIn(args, 'returnsTo')
  job.waiting = asked
  const asThread = stop.holdsAll ? countIn(args, 'threadId') : undefined
  const threadId = threadToAdapter(session.references.threads, asThread ?? stop.threadId)
  const single = stop.holdsAll ? {} : { singleThread: true }
  ask(session, { command, args: { threadId, ...single }, purpose: { kind: 'jobMove', asked, stop } })
  if (!stop.holdsAll) tellNext(session, job, asked)
}

/** `dapplex_jobWait`: answered at the next stop of the job, or at its end. */
export function waitForJob(session: Session, asked: Asked, job: ActiveJob): void {
  if (refuseSecondWait(session, asked, job)) return
  job.waiting = asked
  tellNext(session, job, asked)
}

/** One request waits at a time: it gets the next stop. */
function refuseSecondWait(session: Session, asked: Asked, { waiting }: ActiveJob): boolean {
  if (waiting?.state !== 'open') return false
  fail(session, asked, { type: 'INVALID_REQUEST', text: 'the job waits for a stop already' })
  return true
}

/** Tells a stop that has come before it was waited for. */
function tellNext(session: Session, job: ActiveJob, asked: Asked): boolean {
  const next = job.untold.shift()
  if (next === undefined) return false
  job.waiting = undefined
  job.standing.push(next)
  tellOwner(session, asked, next)
  return true
}

const standingAt = ({ standing }: ActiveJob, threadId: number | undefined): Stop | undefined =>
  standing.find((stop) => threadId === undefined || stop.threadId === threadId) ??
  standing.findLast(({ holdsAll }) => holdsAll)

/** The program goes on: what was read at the stop is stale. */
function forget(session: Session, job: ActiveJob, stop: Stop): void {
  if (stop.holdsAll || stop.threadId === undefined) {
    job.standing = []
    job.untold = []
    expireAllThreads(session.references)
    return
  }
  job.standing = job.standing.filter((one) => one !== stop)
  expireThread(session.references, stop.threadId)
}

/** The adapter's answer to a move of the job. Only a failure is told: the stop is the answer otherwise. */
export function jobMoved(session: Session, { asked, stop }: { asked: Asked; stop: Stop }, message: JsonObject): void {
  const job = activeJob(session.jobs)
  if (job?.waiting !== asked) return
  if (message['success'] === true) {
    // Ids that were given out while the move was on its way are stale.
    if (stop.holdsAll || stop.threadId === undefined) expireAllThreads(session.references)
    else expireThread(session.references, stop.threadId)
    return
  }
  job.waiting = undefined
  job.standing.push(stop)
  respond(session, asked, { ...message, success: false })
}
