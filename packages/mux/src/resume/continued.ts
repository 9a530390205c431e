import type { JsonObject } from '@dapplex/protocol'
import { dropExamination } from '../breakpoints/examine.js'
import { threadToClient } from '../ids/thread-ids.js'
import { tell, tellAll } from '../outbox.js'
import { expireAllThreads } from '../references/references.js'
import type { Session } from '../session.js'
import { isAnyStopped, threadOf } from '../threads/threads.js'
import { askerOf, commit } from './move.js'
import type { Resume } from './resumes.js'

/**
 * The adapter's `continued`. Adapters send it before the response, after it, late or never; everyone gets exactly one per
 * resume, and none that comes after the stop which ended it (mux 6).
 */
export function continuedEvent(session: Session, body: JsonObject): void {
  const { resumes, threads, options } = session
  // The stop that is being examined, or passed over, was never told: that it is over is not told either.
  if (resumes.unwanted !== undefined || session.examinations.current !== undefined) {
    dropExamination(session)
    expireAllThreads(session.references)
    return
  }
  const all =
    typeof body['allThreadsContinued'] === 'boolean' ? body['allThreadsContinued'] : options.traits.stops === 'all'
  const threadId =
    body['threadId'] === undefined ? undefined : threadToClient(session.references.threads, body['threadId'])
  const explicit: JsonObject = { ...body, allThreadsContinued: all, ...(threadId === undefined ? {} : { threadId }) }
  const pending = resumes.asked.find((one) => one.state === 'asked')
  if (pending !== undefined) {
    pending.echo = 'seen'
    commit(session, pending)
    tellAsker(session, pending, explicit)
    return
  }
  const { latest } = resumes
  if (latest !== undefined && isEcho(session, latest)) {
    const isLate = latest.state === 'over'
    latest.echo = 'seen'
    if (!isLate) tellAsker(session, latest, explicit)
    return
  }
  if (!isAnyStopped(threads)) {
    if (latest === undefined || latest.state !== 'going') tellAll(session, { event: 'continued', body: explicit })
    return
  }
  unannounced(session, { threadId, all })
}

/** A `continued` that only repeats what was told: while running any; after the next stop one, unless something else may have resumed. */
function isEcho(session: Session, latest: Resume): boolean {
  if (latest.state === 'going') return !isAnyStopped(session.threads) || latest.echo === 'expected'
  return latest.state === 'over' && latest.echo === 'expected' && !session.resumes.mayHaveResumed
}

/** The one who asked gets the adapter's own event, as it would without us. */
function tellAsker(session: Session, resume: Resume, body: JsonObject): void {
  const client = askerOf(session, resume)
  if (client !== undefined && client.stage !== 'left') tell(session, client, { event: 'continued', body })
}

/** The program goes on although nobody asked: an evaluation, or the program's own doing (mux 28). */
function unannounced(session: Session, what: { threadId: number | undefined; all: boolean }): void {
  if (what.threadId !== undefined) threadOf(session.threads, what.threadId)
  const isSingle = !what.all && what.threadId !== undefined
  const resume: Resume = {
    seq: 0,
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
