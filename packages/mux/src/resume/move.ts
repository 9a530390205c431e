import type { JsonObject } from '@dapplex/protocol'
import type { Asked } from '../client/asked.js'
import { argumentsOf } from '../client/asked.js'
import type { Failure } from '../failure.js'
import { ask, fail, respond } from '../outbox.js'
import { prepare } from '../requests/forward.js'
import type { Session } from '../session.js'
import { expireAllThreads, expireThread } from '../references/references.js'
import { isAnyStopped, markRunning } from '../threads/threads.js'
import { record, setPhase, tellAll } from '../outbox.js'
import type { Client } from '../client/client.js'
import type { Resume } from './resumes.js'

/** continue, next and their kin: one resume per stop (mux 17), and the others hear of it once (mux 6). */
export function move(session: Session, asked: Asked): void {
  const prepared = prepare(session, asked)
  if (prepared.kind === 'refused') {
    fail(session, asked, prepared.failure)
    return
  }
  const { command } = asked.request
  const resume = resumeOf(session, asked)
  const race = raceOf(session, asked, resume)
  if (race !== undefined) {
    fail(session, asked, race)
    return
  }
  asked.client.lastCommand = command
  session.resumes.asked.push(resume)
  ask(session, { command, args: prepared.args, purpose: { kind: 'client', asked }, epoch: prepared.epoch })
}

function resumeOf(session: Session, asked: Asked): Resume {
  const args = argumentsOf(asked)
  const threadId = typeof args['threadId'] === 'number' ? args['threadId'] : undefined
  const stopsOne = session.options.traits.stops === 'thread' && !session.threads.stopsAll
  return {
    client: asked.client.id,
    actor: asked.client.actor,
    command: asked.request.command,
    threadId,
    isSingle: threadId !== undefined && (args['singleThread'] === true || stopsOne),
    state: 'asked',
    echo: 'expected',
  }
}

/** Why a resume comes too late: another one is on its way, or somebody else has moved the program meanwhile. */
function raceOf(session: Session, asked: Asked, resume: Resume): Failure | undefined {
  const rival = session.resumes.asked.find((one) => touches(one, resume))
  if (rival !== undefined) return stopChanged(session, rival)
  const { latest } = session.resumes
  const movedByOther = latest?.state === 'going' && latest.client !== asked.client.id && touches(latest, resume)
  return movedByOther && !isAnyStopped(session.threads) ? stopChanged(session, latest) : undefined
}

const touches = (a: Resume, b: Resume): boolean => !a.isSingle || !b.isSingle || a.threadId === b.threadId

export function stopChanged(session: Session, moved: Pick<Resume, 'actor' | 'command'>): Failure {
  const who = moved.actor?.name ?? 'somebody'
  const { stopId } = session.threads
  return {
    type: 'STOP_CHANGED',
    text: `stop ${stopId} is over: ${who} moved the program (${moved.command}); look at the new state, then repeat`,
    data: { expected: String(stopId), actual: String(stopId), by: who },
  }
}

/** The adapter's answer to a resume. It goes to the asker alone; the others hear `continued` (mux 6). */
export function resumeAnswered(session: Session, asked: Asked, message: JsonObject): void {
  const { resumes } = session
  const index = resumes.asked.findIndex(
    (one) => one.client === asked.client.id && one.command === asked.request.command,
  )
  const [resume] = index === -1 ? [] : resumes.asked.splice(index, 1)
  if (message['success'] !== true) {
    respond(session, asked, message)
    return
  }
  const body = asked.request.command === 'continue' ? { body: explicitAll(message['body'], resume) } : {}
  respond(session, asked, { ...message, ...body })
  if (resume?.state === 'asked') commit(session, resume)
}

/** `allThreadsContinued` is true when it is left out (DAP, `ContinueResponse`); clients get it in words. */
function explicitAll(body: unknown, resume: Resume | undefined): JsonObject {
  const given = (typeof body === 'object' && body !== null ? body : {}) as JsonObject
  return { ...given, allThreadsContinued: given['allThreadsContinued'] ?? !(resume?.isSingle ?? false) }
}

/** The program goes on: ids die, and everyone but the asker is told, once. */
export function commit(session: Session, resume: Resume, asker?: { hears: boolean }): void {
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
  const body = { threadId: threadId ?? 0, allThreadsContinued: all }
  tellAll(session, { event: 'continued', body }, asker?.hears === true ? undefined : client)
  const named = threadId === undefined ? {} : { threadId }
  record(session, { kind: 'continued', ...named, allThreadsContinued: all }, resume.actor)
  if (session.phase === 'stopped' && !isAnyStopped(threads)) setPhase(session, 'running')
}

/** The client whose resume is the latest, for the adapter's own `continued`. */
export const askerOf = (session: Session, resume: Resume | undefined): Client | undefined =>
  resume?.client === undefined ? undefined : session.clients.get(resume.client)
