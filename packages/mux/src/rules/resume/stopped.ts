import { countIn, objectIn, textIn, type Actor, type JsonObject, type StopView } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { leaveToAdapter, respond, tell, tellAll } from '../../outbox/to-client.js'
import { hears } from '../../state/clients/client.js'
import { expireAllThreads, expireThread } from '../../state/ids/references.js'
import { threadToClient } from '../../state/ids/thread-ids.js'
import type { Placed } from '../../state/program/breakpoints.js'
import type { Resume } from '../../state/program/resumes.js'
import { quietStop, type Stop } from '../../state/program/stop.js'
import { setStopped, threadOf } from '../../state/program/threads.js'
import type { Session } from '../../state/session.js'
import { countHits, hitCounts, hitsOf, slotsHit } from '../breakpoints/hits.js'
import { dropTemporaryAt } from '../breakpoints/temporary.js'
import { changeState } from '../lifecycle/change-state.js'
import { settleHeldPauses } from './held-pause.js'
import { commit } from './move.js'

/** Reads the adapter's `stopped`. */
export function readStop(session: Session, body: JsonObject): { readonly stop: Stop; readonly hit: readonly Placed[] } {
  const { hitBreakpointIds: ids, dapplexHitCounts: counts, ...rest } = body
  const threadId =
    rest['threadId'] === undefined ? undefined : threadToClient(session.references.threads, rest['threadId'])
  const said = rest['allThreadsStopped']
  const stop: Stop = {
    body: { ...rest, ...(threadId === undefined ? {} : { threadId }) },
    threadId,
    holdsAll: typeof said === 'boolean' ? said : session.options.traits.stops === 'all',
    hit: [],
    ...(Array.isArray(ids) ? { namesHits: true } : {}),
    ...(counts === undefined ? {} : { counts: hitCounts(session, body) }),
  }
  return { stop, hit: slotsHit(session, body) }
}

/** Whether a resume was sent while the program stood and has shown no effect yet. A stop now comes after it. */
export const isUnderWay = (resume: Resume): boolean => resume.state === 'asked' && resume.isFromStop

/** A stop shows that a resume without an answer has happened: the others are told before the stop (mux 6). */
export function commitBeforeStop(session: Session, threadId: number | undefined): void {
  for (const resume of session.resumes.asked) {
    if (resume.isSingle && threadId !== undefined && resume.threadId !== threadId) continue
    if (isUnderWay(resume)) commit(session, resume)
    if (resume.state === 'going') answerAhead(session, resume)
  }
  // The program stands now, so the next stop shows that the remaining resumes have happened.
  for (const resume of session.resumes.asked) resume.isFromStop = true
}

/**
 * An editor that is told of a stop before its resume is answered forgets the stop at the answer, so the answer goes
 * first.
 */
function answerAhead(session: Session, resume: Resume): void {
  const purpose = session.pending.entries.get(resume.seq)?.purpose
  if (purpose?.kind !== 'client' || purpose.asked.state !== 'open') return
  const body = resume.command === 'continue' ? { body: { allThreadsContinued: !resume.isSingle } } : {}
  respond(session, purpose.asked, { success: true, ...body })
  leaveToAdapter(session, purpose.asked)
}

/** Tells everyone: the program is stopped for all. `hitBreakpointIds` holds the receiver's own only (mux 4). */
export function announceStop(session: Session, stop: Stop): void {
  const { threads, resumes, jobs } = session
  const isNew = isNewStop(session, stop)
  const takesFocus = isNew || takesOver(session, stop)
  if (isNew) {
    if (stop.holdsAll) expireAllThreads(session.references)
    else if (stop.threadId !== undefined) expireThread(session.references, stop.threadId)
    threads.stopId += 1
  }
  const by = causeOf(session)
  if (resumes.latest !== undefined) resumes.latest.state = 'over'
  resumes.mayHaveResumed = false
  resumes.asked = resumes.asked.filter((resume) => resume.state === 'asked')
  resumes.pausedBy = undefined
  if (stop.holdsAll) jobs.former = []
  remember(session, stop, { isNew, takesFocus, by, breakpointIds: countHits(stop.hit, stop.counts) })
  changeState(session, 'stopped')
  if (isNew) tellStop(session, stop)
  else tellAll(session, { event: 'stopped', body: besideBody(stop, takesFocus) })
  const { reason, description, text } = stop.body
  record(
    session,
    {
      kind: 'stopped',
      reason: typeof reason === 'string' ? reason : 'unknown',
      allThreadsStopped: stop.holdsAll,
      breakpointIds: threads.stop?.breakpointIds ?? [],
      ...(stop.threadId === undefined ? {} : { threadId: stop.threadId }),
      ...(typeof description === 'string' ? { description } : {}),
      ...(typeof text === 'string' ? { text } : {}),
    },
    by,
  )
  dropTemporaryAt(session, stop)
  settleHeldPauses(session)
}

/**
 * Several `stopped` events can belong to one stop: those of other threads, while all threads are held and none has
 * moved.
 */
function isNewStop({ threads }: Session, stop: Stop): boolean {
  if (threads.stop === undefined) return true
  if (stop.threadId === undefined || threads.bodies.has(stop.threadId)) return true
  return !threads.stopsAll
}

/**
 * Whether a further stop of one suspension becomes the current one: the adapter has kept the focus away from the first, and
 * not from this one.
 */
function takesOver({ threads }: Session, stop: Stop): boolean {
  const currentBody = threads.current === undefined ? threads.anonymousBody : threads.bodies.get(threads.current)
  return currentBody?.['preserveFocusHint'] === true && stop.body['preserveFocusHint'] !== true
}

/** A further stop of one suspension, as a late client gets it (mux 7). */
function besideBody({ threadId, body }: Stop, takesFocus: boolean): JsonObject {
  if (threadId === undefined) return body
  const quiet = quietStop(threadId)
  return takesFocus ? { ...quiet, preserveFocusHint: false } : quiet
}

/** Whoever paused, else whoever moved the program last. */
const causeOf = ({ resumes }: Session): Actor | undefined => resumes.pausedBy ?? resumes.latest?.actor

function remember(
  session: Session,
  stop: Stop,
  told: {
    readonly isNew: boolean
    readonly takesFocus: boolean
    readonly by: Actor | undefined
    readonly breakpointIds: readonly number[]
  },
): void {
  const { threads } = session
  const { reason, description, text } = stop.body
  if (stop.holdsAll) for (const thread of threads.all.values()) setStopped(thread, threads.stopId)
  if (told.isNew && stop.holdsAll) threads.bodies.clear()
  threads.stopsAll = stop.holdsAll
  threads.stoppedBy = told.by
  threads.stoppedAt = session.now
  if (stop.threadId === undefined) threads.anonymousBody = stop.body
  else {
    const thread = threadOf(threads, stop.threadId)
    setStopped(thread, threads.stopId)
    thread.reason = typeof reason === 'string' ? reason : undefined
    threads.bodies.delete(stop.threadId)
    threads.bodies.set(stop.threadId, stop.body)
  }
  if (!told.takesFocus) return
  const view: StopView = {
    stopId: threads.stopId,
    reason: typeof reason === 'string' ? reason : 'unknown',
    breakpointIds: told.breakpointIds,
    ...(stop.threadId === undefined ? {} : { threadId: stop.threadId }),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(told.by === undefined ? {} : { by: told.by }),
    ...recordedIn(stop.body),
  }
  threads.stop = view
  threads.current = stop.threadId ?? threads.current
}

/** Which stop of a recording it is (`dapplexRecorded`), where the session shows one. */
function recordedIn(body: JsonObject): Pick<StopView, 'recorded'> {
  const told = objectIn(body, 'dapplexRecorded')
  const stopId = told && countIn(told, 'stopId')
  const last = told && countIn(told, 'last')
  if (told === undefined || stopId === undefined || last === undefined) return {}
  const note = textIn(told, 'note')
  return { recorded: { stopId, last, ...(note === undefined ? {} : { note }) } }
}

/** Clients share one body when no breakpoint was hit. */
function tellStop(session: Session, stop: Stop): void {
  if (stop.hit.length === 0) {
    tellAll(session, { event: 'stopped', body: stop.body })
    return
  }
  for (const client of session.clients.values())
    if (hears(client)) tell(session, client, { event: 'stopped', body: { ...stop.body, ...hitsOf(session, client) } })
}
