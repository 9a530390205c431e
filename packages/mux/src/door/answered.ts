import type { JsonObject } from '@dapplex/protocol'
import { countIn, failureWords, isJsonObject, listIn, textIn } from '@dapplex/protocol'
import { answerBody, fail, respond } from '../outbox/to-client.js'
import { tellWrite } from '../rules/attribution/writes.js'
import { listAnswered } from '../rules/breakpoints/sync.js'
import { exceptionExamined, frameExamined, valueExamined } from '../rules/examination/examine.js'
import { noteFound, readAnew } from '../rules/forwarding/read-anew.js'
import { jobMoved } from '../rules/job/moves.js'
import { keepStack } from '../rules/progress/known-answers.js'
import { dismissAdapter, endAdapter, endSession } from '../rules/lifecycle/end/end.js'
import { terminateAnswered } from '../rules/lifecycle/end/terminate.js'
import { relaunch, relaunchAnswered, restartAnswered } from '../rules/lifecycle/end/restart.js'
import { preparedProgram } from '../rules/lifecycle/start/prepare-program.js'
import { initializeAnswered } from '../rules/lifecycle/start/adapter.js'
import { finishConfiguration } from '../rules/lifecycle/start/configuration.js'
import { finishGreetings } from '../rules/lifecycle/start/greet.js'
import { sendLaunch } from '../rules/lifecycle/start/start.js'
import { launchSucceeded } from '../rules/lifecycle/start/welcome.js'
import { resumeAnswered } from '../rules/resume/move.js'
import { passedOver } from '../rules/resume/pass-over.js'
import { carryOut } from '../rules/stops/verdict.js'
import { checkWrite, lostWrite, sendWrite } from '../rules/writes/read-back.js'
import { argumentsOf, type Asked } from '../state/clients/client.js'
import { dropPause } from '../state/program/resumes.js'
import { setStopped, threadOf } from '../state/program/threads.js'
import type { Pending } from '../state/requests/pending.js'
import { isResume } from '../state/requests/standard.js'
import type { Write } from '../state/requests/write.js'
import type { Session } from '../state/session.js'
import { evaluateNames } from '../translation/references/evaluate-names.js'
import { responseIds } from '../translation/references/from-adapter.js'
import { learnSources } from '../translation/sources/spelling.js'

/** Handles an answer of the adapter, to a client's request or to one of the multiplexer. */
export function answered(session: Session, pending: Pending, message: JsonObject): void {
  const { purpose } = pending
  if (pending.command === 'pause' && message['success'] !== true) dropPause(session.resumes, pending.seq)
  switch (purpose.kind) {
    case 'client':
      clientAnswered(session, { pending, asked: purpose.asked, write: purpose.write }, message)
      return
    case 'writeBefore':
      sendWrite(session, purpose.write, message)
      return
    case 'writeAfter':
      writeChecked(session, purpose, message)
      return
    case 'readAnew':
      readAnew(session, purpose.reading, message)
      return
    case 'initialize':
      initializeAnswered(session, message)
      finishGreetings(session)
      sendLaunch(session)
      relaunch(session)
      return
    case 'configurationDone':
      configurationAnswered(session, message)
      return
    case 'sourceBreakpoints':
      breakpointsAnswered(session, purpose.source, message)
      return
    case 'globalBreakpoints':
      breakpointsAnswered(session, purpose.what, message)
      return
    case 'disconnect':
      endAdapter(session)
      return
    case 'examineFrame':
      carryOut(session, frameExamined(session, purpose.examination, message))
      return
    case 'examineValue':
      carryOut(session, valueExamined(session, purpose, message))
      return
    case 'examineException':
      carryOut(session, exceptionExamined(session, purpose, message))
      return
    case 'resumeUnwanted':
      passedOver(session, message)
      return
    case 'jobMove':
      jobMoved(session, purpose, message)
      return
    case 'relaunch':
      relaunchAnswered(session, message)
      return
    case 'prepare':
      preparedProgram(session, message)
      return
    case 'terminate':
    case 'look':
    case 'unheard':
      return
  }
}

function breakpointsAnswered(session: Session, key: string, message: JsonObject): void {
  const list = session.breakpoints.lists.get(key)
  if (list === undefined) return
  // Who has set them waits for the adapter that is started next (mux 11).
  if (session.lifecycle.state.kind === 'restarting' && message['success'] !== true) return
  const origin = { references: session.references, epoch: session.references.process }
  listAnswered(session, list, { ...message, body: responseIds(origin, 'setBreakpoints', message['body']) })
}

function clientAnswered(
  session: Session,
  at: { pending: Pending; asked: Asked; write: Write | undefined },
  message: JsonObject,
): void {
  const { pending, asked, write } = at
  const { command } = pending
  const translated = withNames(session, asked, withIds(session, pending, message))
  if (isResume(command)) {
    resumeAnswered(session, { seq: pending.seq, asked }, translated)
    return
  }
  if (message['success'] === true) {
    learn(session, pending, translated['body'])
    const { body } = translated
    if (isJsonObject(body)) keepStack(session, pending, () => body)
    noteFound(session, { asked, epoch: pending.epoch }, translated['body'])
    if (command === 'restart') restartAnswered(session, asked)
  }
  if (message['success'] === true && write !== undefined && checkWrite(session, write, translated)) return
  deliver(session, asked, translated)
  if (command === 'terminate') {
    terminateAnswered(session)
    if (message['success'] !== true) session.lifecycle.endAsked = undefined
  }
  if (command === 'launch' || command === 'attach') launchAnswered(session, message)
  else if (command === 'configurationDone') configurationAnswered(session, message)
}

function deliver(session: Session, asked: Asked, translated: JsonObject): void {
  respond(session, asked, inDialect(session, asked, translated))
  if (translated['success'] === true) tellWrite(session, asked, translated['body'])
}

/** A write that has changed nothing is no success, whatever the adapter says (mux 28). */
function writeChecked(session: Session, checked: { write: Write; message: JsonObject }, reread: JsonObject): void {
  const failure = lostWrite(session, checked, reread)
  if (failure === undefined) deliver(session, checked.write.asked, checked.message)
  else fail(session, checked.write.asked, failure)
}

function withIds(session: Session, pending: Pending, message: JsonObject): JsonObject {
  const body = message['body']
  if (!isJsonObject(body)) return message
  const origin = { references: session.references, epoch: pending.epoch ?? session.references.process }
  const to = responseIds(origin, pending.command, body)
  return to === body ? message : { ...message, body: to }
}

function withNames(session: Session, asked: Asked, message: JsonObject): JsonObject {
  if (asked.request.command !== 'variables' || !isJsonObject(message['body'])) return message
  const origin = { references: session.references, traits: session.options.traits }
  const of = argumentsOf(asked)['variablesReference']
  // Who listens to the adapter has heard whether code ran; of a listing, unlike a watch, no client is told.
  const { dapplexRan: _ran, ...listed } = message['body']
  return { ...message, body: evaluateNames(origin, of, listed) }
}

function inDialect(session: Session, asked: Asked, message: JsonObject): JsonObject {
  const given = message['body']
  const to = answerBody(session, asked, given)
  return to === given ? message : { ...message, body: to }
}

/** Learns about the program from an answer. */
function learn(session: Session, pending: Pending, body: unknown): void {
  const { command } = pending
  if (isJsonObject(body)) learnSources(session, command, body)
  if (command === 'dataBreakpointInfo' && isJsonObject(body)) rememberDataId(session, pending, body)
  if (command !== 'threads' || !isJsonObject(body) || !Array.isArray(body['threads'])) return
  const seen = new Set<number>()
  for (const member of listIn(body, 'threads')) {
    const id = countIn(member, 'id')
    if (id === undefined) continue
    const thread = threadOf(session.threads, id)
    seen.add(thread.id)
    thread.name = textIn(member, 'name') ?? thread.name
    if (session.threads.stopsAll && session.threads.stop !== undefined) setStopped(thread, session.threads.stopId)
  }
  for (const id of session.threads.all.keys()) if (!seen.has(id)) session.threads.all.delete(id)
}

/** The most data ids that are remembered. */
const MOST_DATA_IDS = 4096

/** A data id that does not persist lives as long as the frame it was obtained from (mux 4). */
function rememberDataId(session: Session, { args, epoch }: Pending, body: JsonObject): void {
  const { dataId, canPersist } = body
  const isOfFrame = 'frameId' in args || 'variablesReference' in args
  if (typeof dataId !== 'string' || canPersist === true || !isOfFrame || epoch === undefined) return
  const { dataIds } = session.references
  dataIds.delete(dataId)
  dataIds.set(dataId, epoch)
  const [oldest] = dataIds.keys()
  if (dataIds.size > MOST_DATA_IDS && oldest !== undefined) dataIds.delete(oldest)
}

/** A failed start ends the session: some adapters crash at any later request (mux 15). */
function launchAnswered(session: Session, message: JsonObject): void {
  if (message['success'] === true) launchSucceeded(session)
  else fails(session, message)
}

function configurationAnswered(session: Session, message: JsonObject): void {
  if (message['success'] === true) finishConfiguration(session)
  else fails(session, message)
}

/** The start has failed. What an adapter says that has to leave for a restart is about the run that is over (mux 11). */
function fails(session: Session, message: JsonObject): void {
  if (session.lifecycle.state.kind === 'restarting') return
  const text = reasonOf(message)
  session.lifecycle.endReason ??= text
  dismissAdapter(session, { terminateDebuggee: session.lifecycle.launch?.command !== 'attach' })
  endSession(session, text)
}

/** The adapter's words for a failure. */
export const reasonOf = (response: JsonObject): string => failureWords(response) ?? 'the adapter gave no reason'
