import { type Actor, countIn, type JsonObject } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { ask } from '../../outbox/to-adapter.js'
import { fail, respond, tellAll } from '../../outbox/to-client.js'
import type { Asked, Client } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'
import { expireAllThreads, expireThread } from '../../state/ids/references.js'
import { isProgramOver } from '../../state/lifecycle.js'
import { activeJob, type ActiveJob } from '../../state/program/job.js'
import type { Resume } from '../../state/program/resumes.js'
import { isAnyStopped, markRunning } from '../../state/program/threads.js'
import type { Session } from '../../state/session.js'
import { withoutDapplexKeys } from '../../translation/conventions/to-adapter.js'
import { tellOthers } from '../attribution/console-line.js'
import { dropExamination } from '../examination/examine.js'
import { isShared } from '../examination/is-shared.js'
import { prepare } from '../forwarding/prepare.js'
import { changeState } from '../lifecycle/change-state.js'
import { releaseStarts } from './thread-started.js'

/** continue, next and similar requests: one resume per stop (mux 17), and the others are told once (mux 6). */
export function move(session: Session, asked: Asked): void {
  if (asked.client.stage !== 'live' && !asked.client.isOpener) {
    // Its sender does not know yet where the program stands, so it cannot mean that stop (mux 17).
    const text = `'${asked.request.command}' came before its sender has joined; send configurationDone, then look at the state`
    fail(session, asked, { type: 'NOT_READY', text })
    return
  }
  const prepared = prepare(session, asked)
  if (prepared.kind === 'refused') {
    fail(session, asked, prepared.failure)
    return
  }
  const { command } = asked.request
  const job = activeJob(session.jobs)
  if (job !== undefined) {
    fail(session, asked, movedByJob(asked, job))
    return
  }
  const resume = resumeOf(session, asked)
  const race = raceOf(session, asked, resume)
  if (race !== undefined) {
    fail(session, asked, race)
    return
  }
  asked.client.lastCommand = command
  const args = prepared.args === undefined ? undefined : withoutDapplexKeys(prepared.args)
  const { seq } = ask(session, { command, args, purpose: { kind: 'client', asked }, epoch: prepared.epoch })
  session.resumes.asked.push({ ...resume, seq })
}

/** A job moves the program, and nobody else does, its owner included. */
function movedByJob({ request: { command } }: Asked, { order: { by, tool } }: ActiveJob): Failure {
  const text = `'${command}' is not possible: ${tool} of ${by.name} moves the program; pause it, or wait until ${tool} has ended`
  return { type: 'NOT_PAUSED', text, data: { command } }
}

function resumeOf(session: Session, asked: Asked): Resume {
  const args = argumentsOf(asked)
  const threadId = countIn(args, 'threadId')
  const stopsOne = session.options.traits.stops === 'thread' && !session.threads.stopsAll
  return {
    seq: 0,
    isFromStop: isAnyStopped(session.threads),
    client: asked.client.id,
    actor: asked.client.actor,
    command: asked.request.command,
    threadId,
    isSingle: threadId !== undefined && (args['singleThread'] === true || stopsOne),
    state: 'asked',
    isOverdue: false,
    echo: 'expected',
  }
}

/** Why a resume comes too late: another one is on its way, or somebody else has moved the program meanwhile. */
function raceOf(session: Session, asked: Asked, resume: Resume): Failure | undefined {
  const rival = session.resumes.asked.find((one) => !one.isOverdue && touches(one, resume))
  if (rival !== undefined) return stopChanged(session, rival)
  const expected = argumentsOf(asked)['dapplexStopId']
  if (typeof expected === 'number')
    return expected === session.threads.stopId ? undefined : stopChanged(session, undefined, expected)
  // The request has waited for breakpoints or an examination, and the program has stopped again meanwhile.
  if (asked.stopId !== session.threads.stopId) return stopChanged(session, session.threads.stop?.by, asked.stopId)
  const { latest } = session.resumes
  const movedByOther = latest?.state === 'going' && latest.client !== asked.client.id && touches(latest, resume)
  if (movedByOther && !isAnyStopped(session.threads)) return stopChanged(session, latest)
  if (!isAnyStopped(session.threads) && !mayMoveRunning(session)) return notPaused(asked)
  return isUnseen(session, asked.client) ? stopChanged(session, session.threads.stop?.by) : undefined
}

/** An editor that is alone gets the adapter's own answer, where it is one. */
const mayMoveRunning = (session: Session): boolean =>
  !isShared(session) && session.options.traits.moveWhileRunning !== 'harms'

/** It is meant for no stop. Sent on, it could reach the adapter at the next one, and move it before anybody has seen it. */
function notPaused({ request: { command } }: Asked): Failure {
  const text = `'${command}' is not possible: the program is running; pause it, or wait for a stop`
  return { type: 'NOT_PAUSED', text, data: { command } }
}

/**
 * DAP has no stop id, so a resume may be meant for the stop before. After a stop that another client caused, a client
 * may resume once it has asked for the new stack or has had time to see the stop.
 */
function isUnseen(session: Session, client: Client): boolean {
  const { threads, now, options } = session
  if (threads.stop === undefined || threads.stoppedBy === undefined || threads.stoppedBy.client === client.id)
    return false
  if (client.seenStopId >= threads.stopId || client.joinedAt > threads.stoppedAt) return false
  return now - threads.stoppedAt < options.limits.stopGraceMs
}

const touches = (a: Resume, b: Resume): boolean => !a.isSingle || !b.isSingle || a.threadId === b.threadId

function stopChanged(session: Session, moved: Resume | Actor | undefined, expected?: number): Failure {
  const who = (moved !== undefined && 'state' in moved ? moved.actor?.name : moved?.name) ?? 'another client'
  const { stopId } = session.threads
  return {
    type: 'STOP_CHANGED',
    text: `the stop you mean is over: ${who} has moved the program; look at the new state, then repeat`,
    data: {
      expected: String(expected === undefined || expected < 0 ? asExpected(session) : expected),
      actual: String(stopId),
      by: who,
    },
  }
}

/** The stop that its sender must have meant: the one before, if the program stands again. */
const asExpected = ({ threads }: Session): number => (threads.stop === undefined ? threads.stopId : threads.stopId - 1)

/** The adapter's answer to a resume. It goes to the asker alone; the others hear `continued` (mux 6). */
export function resumeAnswered(session: Session, at: { seq: number; asked: Asked }, message: JsonObject): void {
  const { asked } = at
  const { resumes } = session
  const index = resumes.asked.findIndex((one) => one.seq === at.seq)
  const [resume] = index === -1 ? [] : resumes.asked.splice(index, 1)
  if (message['success'] !== true) {
    respond(session, asked, message)
    return
  }
  const body = asked.request.command === 'continue' ? { body: explicitAll(message['body'], resume) } : {}
  respond(session, asked, { ...message, ...body })
  if (resume?.state !== 'asked' || isProgramOver(session.lifecycle.state)) return
  if (session.examinations.current !== undefined) {
    // It has ended a stop that nobody was told of.
    dropExamination(session)
    resume.state = 'going'
    resumes.latest = resume
  }
  // Everyone takes the program for running, and it runs: there is nothing to tell the others.
  if (!isAnyStopped(session.threads)) {
    expireAllThreads(session.references)
    return
  }
  const said = asked.request.command === 'continue' ? saidAll(message['body']) : undefined
  if (said !== undefined) resume.isSingle = !said && resume.threadId !== undefined
  commit(session, resume)
}

/** Whether the adapter says that all threads go on; undefined when it leaves that out. */
function saidAll(body: unknown): boolean | undefined {
  const said =
    typeof body === 'object' && body !== null && 'allThreadsContinued' in body ? body.allThreadsContinued : undefined
  return typeof said === 'boolean' ? said : undefined
}

/** `allThreadsContinued` is true when it is left out (DAP, `ContinueResponse`); clients always get it. */
function explicitAll(body: unknown, resume: Resume | undefined): JsonObject {
  const given = (typeof body === 'object' && body !== null ? body : {}) as JsonObject
  return { ...given, allThreadsContinued: given['allThreadsContinued'] ?? !(resume?.isSingle ?? false) }
}

/** The program goes on: ids become stale, and everyone but the client that asked is told once. */
export function commit(session: Session, resume: Resume): void {
  const { threads, resumes } = session
  resume.state = 'going'
  resumes.latest = resume
  resumes.mayHaveResumed = false
  const threadId = resume.threadId ?? threads.stop?.threadId ?? threads.current
  const all = !resume.isSingle
  if (all) expireAllThreads(session.references)
  else if (threadId !== undefined) expireThread(session.references, threadId)
  markRunning(threads, all || threadId === undefined ? 'all' : threadId)
  const client = resume.client === undefined ? undefined : session.clients.get(resume.client)
  if (client !== undefined) tellOthers(session, client, describe(resume.command))
  const body = { threadId: threadId ?? 0, allThreadsContinued: all }
  // A client whose request has timed out has to be told, too.
  tellAll(session, { event: 'continued', body }, resume.isOverdue ? undefined : client)
  releaseStarts(session)
  const named = threadId === undefined ? {} : { threadId }
  record(session, { kind: 'continued', ...named, allThreadsContinued: all }, resume.actor)
  if (!isAnyStopped(threads)) changeState(session, 'resumed')
}

/** In the words of a person. */
const WORDS: Readonly<Record<string, string>> = {
  continue: 'continued the program',
  next: 'stepped over',
  stepIn: 'stepped in',
  stepOut: 'stepped out',
  stepBack: 'stepped back',
  reverseContinue: 'went back',
  goto: 'went to another line',
  restartFrame: 'began a frame again',
}

const describe = (command: string): string => WORDS[command] ?? `moved the program (${command})`

/** The client whose resume is the latest, for the adapter's own `continued`. */
export const askerOf = (session: Session, resume: Resume | undefined): Client | undefined =>
  resume?.client === undefined ? undefined : session.clients.get(resume.client)
