import type { JsonObject } from '@dapplex/protocol'
import { threadToClient } from '../../state/ids/thread-ids.js'
import { dropPause } from '../../state/program/resumes.js'
import type { Session } from '../../state/session.js'
import { dropExamination, examineStop } from '../examination/examine.js'
import { commitBeforeStop, isUnderWay, readStop } from '../resume/stopped.js'
import { carryOut } from './verdict.js'

/** The most stops that wait for an examination, so that a flood of them cannot fill the memory. */
const MOST_LATER = 1024

/** The adapter's `stopped`. While one is being examined, the others wait their turn. */
export function stoppedEvent(session: Session, body: JsonObject): void {
  const { examinations } = session
  if (isToldAgain(session, body)) return
  if (session.resumes.asked.some(isUnderWay)) {
    // The program has moved on and stopped again: what was being examined is over.
    dropExamination(session)
  } else if (examinations.current !== undefined) {
    if (examinations.later.length < MOST_LATER) examinations.later.push(body)
    return
  }
  session.resumes.unwanted = undefined
  dropFollowedPauses(session)
  const { stop, hit } = readStop(session, body)
  commitBeforeStop(session, stop.threadId)
  carryOut(session, examineStop(session, stop, hit))
}

/**
 * A pause of what stands already: the thread has not moved, so this is the stop that everyone knows. Its ids stay good, and no
 * resume that is on its way has happened yet (mux 5, 17). It can come between the answer to a resume and its `continued`; but the
 * stop of a pause that was sent after that resume is a new one, because such a pause can undo the resume (debugpy 1.6: the thread
 * looks every 10 ms whether it may go on, and finds that it may not).
 */
function isToldAgain(session: Session, { reason, threadId }: JsonObject): boolean {
  const { options, references, resumes, threads } = session
  if (!options.traits.pauseTellsStopAgain || reason !== 'pause' || threadId === undefined) return false
  const { latest } = resumes
  const isLate = latest?.state === 'going' && latest.echo === 'expected'
  const pause = oldestAnsweredPause(session)
  const hasUndone = isLate && pause !== undefined && pause > latest.seq
  const isAgain = threads.bodies.has(threadToClient(references.threads, threadId)) || (isLate && !hasUndone)
  if (isAgain && pause !== undefined) dropPause(resumes, pause)
  return isAgain
}

const isAnswered = ({ pending }: Session, seq: number): boolean => !pending.entries.has(seq)

/** The stops that are told again come in the order of their pauses, and after the answers to them. */
const oldestAnsweredPause = (session: Session): number | undefined =>
  session.resumes.pauses.find((seq) => isAnswered(session, seq))

/** A new stop is the one of all pauses that were answered before it: no other stop follows them. */
function dropFollowedPauses(session: Session): void {
  session.resumes.pauses = session.resumes.pauses.filter((seq) => !isAnswered(session, seq))
}

/** Takes the stops that have waited for an examination which is over. Called at the end of each input. */
export function takeLaterStops(session: Session): void {
  const { examinations } = session
  while (examinations.current === undefined) {
    const body = examinations.later.shift()
    if (body === undefined) return
    stoppedEvent(session, body)
  }
}
