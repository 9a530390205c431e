import { record } from '../../outbox/record.js'
import { answer } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import type { Actor } from '@dapplex/protocol'
import { isReachable } from '../../state/lifecycle.js'
import type { ActiveJob } from '../../state/program/job.js'
import { activeJob } from '../../state/program/job.js'
import type { Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { tellOthers } from '../attribution/console-line.js'
import { dropJobBreakpoints, placedByJob } from '../breakpoints/job-breakpoints.js'
import { sendPause } from '../resume/held-pause.js'
import { passOver } from '../resume/pass-over.js'
import { announceStop } from '../resume/stopped.js'
import { JOB_TIMER } from './begin.js'

/** Why a job is over. */
export type JobEnding =
  /** Its owner has ended it. `here`: the program stays where it stands, also if it ran when the job began. */
  | { readonly kind: 'done'; readonly asked: Asked; readonly here: boolean; readonly description: string | undefined }
  /** A stop that was told to all. */
  | { readonly kind: 'stopped' }
  /** The program has ended, or a fresh adapter starts it again. */
  | { readonly kind: 'exited' }
  /** The adapter is about to start it again. Where it refuses, everybody knows where the program stands. */
  | { readonly kind: 'restarted' }
  /** Somebody with control wants the program to stop, while it stands for the job. */
  | { readonly kind: 'paused'; readonly by: Actor }
  | { readonly kind: 'control' | 'timeout' | 'cancelled' | 'ownerLeft' }

const WORDS: Readonly<Record<JobEnding['kind'], string>> = {
  done: 'has ended',
  stopped: 'has ended at a stop',
  exited: 'has ended with the program',
  restarted: 'was ended: the program is started again',
  paused: 'was ended by a pause',
  control: 'was ended: somebody else has taken control',
  timeout: 'was ended: its time is over',
  cancelled: 'was cancelled',
  ownerLeft: 'was ended: its client has left',
}

/**
 * Ends the job, whatever has ended it: its breakpoints go, its owner is answered, and the program runs on if it ran when the job
 * began, or stands at one stop that is told to all.
 */
export function endJob(session: Session, ending: JobEnding): void {
  const job = activeJob(session.jobs)
  if (job === undefined) return
  const { order } = job
  session.jobs.former = placedByJob(session)
  session.jobs.current = { kind: 'leaving', order, ended: ending.kind === 'done' ? ending.asked : undefined }
  session.effects.push({ kind: 'cancelTimer', timer: JOB_TIMER })
  dropJobBreakpoints(session)
  const { waiting } = job
  const why = ending.kind === 'restarted' ? 'exited' : ending.kind
  if (waiting?.state === 'open') answer(session, waiting, { state: 'ended', why })
  record(session, { kind: 'job', change: 'ended', tool: order.tool, why }, order.by)
  const owner = session.clients.get(order.owner)
  if (owner !== undefined) tellOthers(session, owner, `${order.tool} ${WORDS[ending.kind]}`)
  leaveProgram(session, job, ending)
}

/** What becomes of the program, which may stand without anybody knowing. */
function leaveProgram(session: Session, job: ActiveJob, ending: JobEnding): void {
  if (ending.kind === 'exited' || !isReachable(session.lifecycle.state)) return
  const { order } = job
  const secret = [...job.standing, ...job.untold]
  const { threadId } = order.found.kind === 'stopped' ? order.found.stop : { threadId: undefined }
  const own = secret.find((stop) => stop.holdsAll || stop.threadId === threadId) ?? secret[0]
  const isFoundThere =
    order.found.kind === 'stopped' && own !== undefined && (own.holdsAll || own.threadId === threadId)
  const stays = ending.kind === 'stopped' ? isFoundThere && !own.holdsAll : mayStay(job, ending)
  if (stays && own === undefined) {
    // Nobody wants the fresh program to stop.
    if (ending.kind === 'restarted') return
    session.resumes.pausedBy = ending.kind === 'paused' ? ending.by : order.by
    sendPause(session, { kind: 'own', threadId }, job.command)
    return
  }
  if (stays && own !== undefined) {
    const by = ending.kind === 'paused' ? ending.by : order.by
    session.resumes.pausedBy = by
    announceStop(session, told(job, own, ending))
  }
  // Threads that stand for nobody go on; where all stop together, a stop for all holds them all.
  if (ending.kind === 'stopped' && secret.some(({ holdsAll }) => holdsAll)) return
  const others = stays ? secret.filter((stop) => stop !== own && !stop.holdsAll) : once(secret)
  for (const stop of others) passOver(session, stop)
}

const mayStay = ({ order }: ActiveJob, ending: JobEnding): boolean =>
  order.found.kind === 'stopped' || ending.kind === 'paused' || (ending.kind === 'done' && ending.here)

/** One request lets all threads go on that stopped together. */
function once(stops: readonly Stop[]): readonly Stop[] {
  const all = stops.find(({ holdsAll }) => holdsAll)
  return all === undefined ? stops : [all]
}

/** The stop as the others hear of it: where the program was found, or where the job has left it. */
function told({ order }: ActiveJob, own: Stop, ending: JobEnding): Stop {
  if (order.found.kind === 'stopped' && own === order.found.stop) return own
  const { threadId, holdsAll } = own
  const words = ending.kind === 'done' ? ending.description : undefined
  const description = words ?? `${order.tool} of ${order.by.name} ${WORDS[ending.kind]} here`
  const thread = threadId === undefined ? {} : { threadId }
  return { ...own, hit: [], body: { reason: 'pause', description, allThreadsStopped: holdsAll, ...thread } }
}
