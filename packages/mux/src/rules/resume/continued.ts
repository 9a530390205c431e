import { booleanIn, type JsonObject } from '@dapplex/protocol'
import { tell, tellAll } from '../../outbox/to-client.js'
import { expireAllThreads, expireThread } from '../../state/ids/references.js'
import { threadToClient } from '../../state/ids/thread-ids.js'
import { activeJob } from '../../state/program/job.js'
import type { Resume } from '../../state/program/resumes.js'
import { isAnyStopped, threadOf } from '../../state/program/threads.js'
import type { Session } from '../../state/session.js'
import { dropExamination } from '../examination/examine.js'
import { askerOf, commit } from './move.js'

/**
 * The adapter's `continued`. Adapters send it before the response, after it, late or never; everyone gets exactly one per
 * resume, and none that comes after the stop which ended it (mux 6).
 */
export function continuedEvent(session: Session, body: JsonObject): void {
  const { resumes } = session
  const what = whatGoesOn(session, body)
  if (isOfJob(session)) {
    // What was read after the answer to its move stood at the stop before, unless this is an echo after the next stop.
    if (!standsForJob(session)) expireRunning(session, what)
    return
  }
  // A stop that is being examined or passed over was not announced, so clients are not told that it is over.
  if (resumes.unwanted !== undefined || session.examinations.current !== undefined) {
    dropExamination(session)
    expireAllThreads(session.references)
    return
  }
  const { threadId, all } = what
  const explicit: JsonObject = { ...body, allThreadsContinued: all, ...(threadId === undefined ? {} : { threadId }) }
  expireRunning(session, what)
  const { latest } = resumes
  // If more threads go on than was asked for, the others have to be told.
  const isEcho = latest?.state === 'going' && latest.echo === 'expected' && isAbout(latest, what)
  if (isEcho && isRunning(session, what)) {
    latest.echo = 'seen'
    tellAsker(session, latest, explicit)
    return
  }
  const pending = resumes.asked.find((one) => one.state === 'asked' && isAbout(one, what))
  if (pending !== undefined) {
    pending.echo = 'seen'
    // The adapter's word on which threads go on counts more than the request.
    pending.isSingle = !all && threadId !== undefined && pending.threadId === threadId
    commit(session, pending)
    tellAsker(session, pending, explicit)
    return
  }
  if (isRunning(session, what)) {
    if (latest?.state !== 'going') tellAll(session, { event: 'continued', body: explicit })
    else if (isAbout(latest, what)) tellAsker(session, latest, explicit)
    return
  }
  if (latest !== undefined && isLateEcho(session, latest, what)) latest.echo = 'seen'
  else unannounced(session, what)
}

interface Going {
  readonly threadId: number | undefined
  readonly all: boolean
}

function whatGoesOn({ options, references }: Session, body: JsonObject): Going {
  const { threadId } = body
  return {
    threadId: threadId === undefined ? undefined : threadToClient(references.threads, threadId),
    all: booleanIn(body, 'allThreadsContinued') ?? options.traits.stops === 'all',
  }
}

/** Nobody knows of the moves of a job. */
const isOfJob = ({ jobs, threads }: Session): boolean => jobs.current.kind !== 'none' && !isAnyStopped(threads)

function standsForJob({ jobs }: Session): boolean {
  const job = activeJob(jobs)
  return job !== undefined && job.standing.length + job.untold.length > 0
}

const isAbout = (resume: Resume, { threadId, all }: Going): boolean =>
  !resume.isSingle || all || threadId === undefined || resume.threadId === threadId

const isRunning = ({ threads }: Session, { threadId, all }: Going): boolean =>
  all || threadId === undefined ? !isAnyStopped(threads) : !threads.bodies.has(threadId)

/**
 * Ids that the adapter has given out while its program was taken for running: it stood at a stop that is known to nobody, and
 * leaves that now (mux 5). After a stop that was told, the event may be about the resume before it.
 */
function expireRunning({ references, threads }: Session, { threadId, all }: Going): void {
  const isStopped = isAnyStopped(threads)
  if (all || threadId === undefined) {
    if (!isStopped) expireAllThreads(references)
  } else if (!(isStopped && threads.stopsAll) && !threads.bodies.has(threadId)) expireThread(references, threadId)
}

/**
 * Whether a `continued` after the stop still belongs to the resume before it. If it were told, an editor would forget
 * the stop.
 */
const isLateEcho = ({ resumes }: Session, latest: Resume, what: Going): boolean =>
  latest.state === 'over' && latest.echo === 'expected' && !resumes.mayHaveResumed && isAbout(latest, what)

/** The client that asked gets the adapter's event, as it would without the multiplexer. */
function tellAsker(session: Session, resume: Resume, body: JsonObject): void {
  const client = askerOf(session, resume)
  if (client !== undefined && client.stage !== 'left') tell(session, client, { event: 'continued', body })
}

/** The program goes on although no client asked, because of an evaluation or by itself (mux 28). */
function unannounced(session: Session, what: Going): void {
  if (what.threadId !== undefined) threadOf(session.threads, what.threadId)
  const isSingle = !what.all && what.threadId !== undefined
  const resume: Resume = {
    seq: 0,
    isFromStop: true,
    client: undefined,
    actor: undefined,
    command: 'continued',
    threadId: what.threadId,
    isSingle,
    state: 'asked',
    isOverdue: false,
    echo: 'seen',
  }
  commit(session, resume)
}
