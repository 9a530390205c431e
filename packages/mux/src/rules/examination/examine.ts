import { type JsonObject, textIn } from '@dapplex/protocol'
import { failureWords, isJsonObject, readHitCondition, readLogMessage } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'
import type { BreakpointSpec, Slot, Placed } from '../../state/program/breakpoints.js'
import type { Candidate, Examination, ExceptionStep, Question } from '../../state/program/examination.js'
import { activeJob } from '../../state/program/job.js'
import { asPause, type Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { sourceKey } from '../../translation/sources/source-key.js'
import { tellChanged } from '../breakpoints/changes.js'
import { isAnyForeign, isOfJob } from '../breakpoints/job-breakpoints.js'
import { decidesEach, provenKey } from '../breakpoints/slots.js'
import { syncList } from '../breakpoints/sync.js'
import {
  askException,
  exceptionCandidates,
  isOfSession,
  judgeException,
  learnException,
  mayPassOverException,
  needsException,
} from './exception.js'
import { isShared } from './is-shared.js'
import { printLog } from './log-line.js'
import { isAtFrame, slotsAtFrame } from './place.js'

const TIMER = 'examine'

/** What is to be done about a stop. `pending`: the adapter was asked, or there is nothing to decide. */
export type Verdict =
  | { readonly kind: 'pending' }
  | { readonly kind: 'announce'; readonly stop: Stop }
  /** No client wanted it: the program is resumed and nobody is told. */
  | { readonly kind: 'passOver'; readonly stop: Stop }

const PENDING: Verdict = { kind: 'pending' }

/**
 * Finds out whom a stop concerns (mux 1, 4). Where that is clear the verdict comes at once. Otherwise the adapter is asked,
 * and one of the functions below gives the verdict later.
 */
export function examineStop(session: Session, stop: Stop, hit: readonly Placed[]): Verdict {
  if (needsException(session, stop)) {
    const examination = begin(session, stop, exceptionCandidates(session))
    examination.step = 'exception'
    askException(session, examination)
    return PENDING
  }
  const specs = hit.flatMap(({ slot }) => slot.specs)
  const isKnown = hit.length > 0
  // A stop of a job that has ended: it was on its way.
  if (isKnown && activeJob(session.jobs) === undefined && specs.every(isOfJob)) return lateVerdict(session, stop)
  if (isKnown ? !hit.some(({ slot }) => isDoubtful(slot)) : !needsPlace(session, stop)) {
    return { kind: 'announce', stop: { ...stop, hit: specs } }
  }
  begin(session, stop, candidatesOf(hit))
  const threadId = threadToAdapter(session.references.threads, stop.threadId)
  ask(session, {
    command: 'stackTrace',
    args: { threadId, startFrame: 0, levels: 1 },
    purpose: { kind: 'examineFrame', examination: session.examinations.count },
  })
  return PENDING
}

/** Holds the stop back until the verdict, for a limited time. */
function begin(session: Session, stop: Stop, candidates: Candidate[]): Examination {
  session.examinations.count += 1
  const number = session.examinations.count
  const examination: Examination = {
    number,
    stop,
    step: 'frame',
    frame: undefined,
    candidates,
    questions: [],
    unanswered: 1,
  }
  session.examinations.current = examination
  allowTime(session)
  return examination
}

/**
 * Gives the next answer its time: each answer is progress. Until the adapter has evaluated something, it may have to start a
 * compiler first, which takes as long as the machine is busy: then only silence ends the wait (mux 26).
 */
function allowTime({ effects, examinations, options: { limits } }: Session): void {
  const ms = examinations.hasEvaluated ? limits.examineMs : Math.max(limits.examineMs, limits.requestMs)
  effects.push({ kind: 'startTimer', timer: TIMER, ms })
}

/** Takes one answer about what was thrown. The verdict comes with the last one. */
export function exceptionExamined(
  session: Session,
  at: { readonly examination: number; readonly what: ExceptionStep },
  message: JsonObject,
): Verdict {
  const examination = currentOf(session, at.examination)
  if (examination === undefined) return PENDING
  if (learnException(session, { examination, what: at.what }, message) === 'asked') return PENDING
  judgeException(session, examination)
  const { candidates } = examination
  const isUnwanted = candidates.some(isOfSession) && candidates.every(({ verdict }) => verdict === 'missed')
  const isToldAlready = examination.thrown?.passes === true
  return settle(session, examination, isToldAlready || (isUnwanted && mayPassOverException(session, examination)))
}

/** Whether the requests at an entry differ, so that a hit does not say which of them is meant. */
const isDoubtful = (slot: Slot): boolean =>
  slot.isDecidedHere || (slot.specs.length > 1 && slot.specs.some(wantsDecision))
const wantsDecision = (spec: BreakpointSpec): boolean =>
  spec.condition !== undefined || spec.hitCondition !== undefined || spec.logMessage !== undefined

/**
 * Whether to ask for the place of a stop whose entries the adapter does not name. With a single editor and nothing to
 * decide here, nobody needs the place, and the stop is not delayed.
 */
function needsPlace(session: Session, stop: Stop): boolean {
  const { reason } = stop.body
  const { jobs } = session
  if (decidesEach(session.capabilities.announced)) return false
  if (reason === 'step' && stop.namesHits !== true && mayStepOnForeign(session)) return true
  if (reason !== 'breakpoint' && reason !== 'function breakpoint') return false
  if (stop.threadId === undefined) return false
  let isAny = false
  for (const list of session.breakpoints.lists.values())
    for (const slot of list.slots) {
      if (slot.isDecidedHere) return true
      isAny ||= list.kind !== 'exception'
    }
  if (jobs.former.length > 0) return true
  return isAny && (jobs.current.kind !== 'none' || isShared(session))
}

/** A step of a job ends where somebody else has a breakpoint: that is a stop for all, and the adapter may call it a step. */
function mayStepOnForeign(session: Session): boolean {
  const job = activeJob(session.jobs)
  return job !== undefined && job.command !== 'stepOut' && isAnyForeign(session)
}

const candidatesOf = (placed: readonly Placed[]): Candidate[] =>
  placed.flatMap(({ list, slot }) =>
    slot.specs.map((spec): Candidate => ({ list, slot, spec, verdict: isDoubtful(slot) ? 'open' : 'hit' })),
  )

/** Takes the top frame: now the place is known, and conditions can be evaluated there. */
export function frameExamined(session: Session, number: number, message: JsonObject): Verdict {
  const examination = currentOf(session, number)
  if (examination === undefined) return PENDING
  const body = message['body']
  const frames: unknown = isJsonObject(body) ? body['stackFrames'] : undefined
  const frame: unknown = Array.isArray(frames) ? frames[0] : undefined
  examination.frame = isJsonObject(frame) ? frame : undefined
  if (examination.frame !== undefined && examination.candidates.length === 0 && !isReturn(session, examination))
    examination.candidates = candidatesOf(slotsAtFrame(session, examination.frame))
  examination.step = 'conditions'
  allowTime(session)
  const questions = examination.candidates.flatMap((candidate): Question[] => {
    const { condition } = candidate.spec
    return candidate.verdict === 'open' && condition !== undefined
      ? [{ candidate, what: 'condition', part: 0, value: undefined }]
      : []
  })
  return askQuestions(session, examination, questions)
}

/** A step of a job has come back into the line that had called: a breakpoint there was passed before. */
function isReturn(session: Session, { stop, frame = {} }: Examination): boolean {
  const { source, line } = frame
  if ((stop.body['reason'] !== 'step' && !isStepping(session)) || !isJsonObject(source)) return false
  const isThere = (place: JsonObject) =>
    place['line'] === line && sourceKey(session, place) === sourceKey(session, source)
  return activeJob(session.jobs)?.returnsTo.some(isThere) === true
}

function askQuestions(session: Session, examination: Examination, questions: Question[]): Verdict {
  examination.questions = questions
  examination.unanswered = questions.length
  questions.forEach((question, index) =>
    ask(session, {
      command: 'evaluate',
      args: { expression: expressionOf(question), frameId: examination.frame?.['id'], context: 'watch' },
      purpose: { kind: 'examineValue', examination: examination.number, index },
    }),
  )
  return questions.length === 0 ? goOn(session, examination) : PENDING
}

function expressionOf({ candidate, what, part }: Question): string {
  if (what === 'condition') return candidate.spec.condition ?? ''
  return readLogMessage(candidate.spec.logMessage ?? '')[part]?.text ?? ''
}

/**
 * Takes the value of an expression, or the failure to evaluate it. A condition that fails is not met, and its owner is
 * told why.
 */
export function valueExamined(
  session: Session,
  at: { readonly examination: number; readonly index: number },
  message: JsonObject,
): Verdict {
  const examination = currentOf(session, at.examination)
  const question = examination?.questions[at.index]
  if (examination === undefined || question === undefined) return PENDING
  const body = message['body']
  const isGood = message['success'] === true
  const text = (isJsonObject(body) ? textIn(body, 'result') : undefined) ?? ''
  const why = failureWords(message) ?? 'it could not be evaluated'
  question.value = isGood ? text : `{${why}}`
  if (question.what === 'condition') noteCondition(session, question, { isGood, text, why })
  examination.unanswered -= 1
  // A refusal may come before the compiler was needed.
  session.examinations.hasEvaluated ||= isGood
  allowTime(session)
  return examination.unanswered === 0 ? goOn(session, examination) : PENDING
}

function noteCondition(
  session: Session,
  { candidate }: Question,
  result: { readonly isGood: boolean; readonly text: string; readonly why: string },
): void {
  const { list, spec } = candidate
  const isMet = result.isGood && !session.options.traits.falsy.includes(result.text)
  candidate.verdict = isMet ? 'open' : 'missed'
  if (result.isGood) list.proven.add(provenKey(spec))
  const problem = result.isGood ? undefined : `condition '${spec.condition ?? ''}' failed: ${result.why}`
  if (list.problems.get(spec.id) === problem) return
  if (problem === undefined) list.problems.delete(spec.id)
  else list.problems.set(spec.id, problem)
  tellChanged(session, { list, spec })
}

/** All conditions are known: hits are counted, and the expressions of log lines asked for. */
function goOn(session: Session, examination: Examination): Verdict {
  if (examination.step === 'logs') return conclude(session, examination)
  examination.step = 'logs'
  for (const candidate of examination.candidates)
    if (candidate.verdict === 'open') candidate.verdict = countHit(candidate)
  const logging = examination.candidates.filter(
    ({ verdict, spec }) => verdict === 'hit' && spec.logMessage !== undefined,
  )
  const questions = logging.flatMap((candidate) =>
    readLogMessage(candidate.spec.logMessage ?? '').flatMap((part, index): Question[] =>
      part.kind === 'expression' ? [{ candidate, what: 'log', part: index, value: undefined }] : [],
    ),
  )
  return askQuestions(session, examination, questions)
}

/** Hit counts are per client (mux 1): every time the place and the condition fit counts, whether it stops or not. */
function countHit({ list, spec }: Candidate): 'hit' | 'missed' {
  if (spec.hitCondition === undefined) return 'hit'
  const passes = (list.passes.get(spec.id) ?? 0) + 1
  list.passes.set(spec.id, passes)
  return readHitCondition(spec.hitCondition)?.(passes) === false ? 'missed' : 'hit'
}

/** Everything is known: log lines are printed, and the verdict is given. */
function conclude(session: Session, examination: Examination): Verdict {
  const { candidates } = examination
  close(session)
  for (const candidate of candidates)
    if (candidate.verdict === 'hit' && candidate.spec.logMessage !== undefined)
      printLog(session, examination, candidate)
  for (const list of new Set(candidates.map((candidate) => candidate.list))) syncList(session, list)
  const isHit = candidates.some(isStop)
  const isLate = !isHit && isOfFormerJob(session, examination)
  const verdict = settle(session, examination, isLate || (!isHit && isDecidedAgainst(candidates)))
  return isLate && verdict.kind === 'announce' ? { kind: 'announce', stop: asPause(verdict.stop) } : verdict
}

const isDecidedAgainst = (candidates: readonly Candidate[]): boolean =>
  candidates.length > 0 && candidates.every(({ slot }) => slot.isDecidedHere)

/** A breakpoint of a job that has ended meanwhile: its stop was on its way. */
function isOfFormerJob(session: Session, { frame, candidates, stop }: Examination): boolean {
  if (candidates.length > 0 || frame === undefined || stop.body['reason'] === 'step') return false
  return isAtFrame(session, session.jobs.former, frame)
}

const isStop = ({ verdict, spec }: Candidate): boolean => verdict === 'hit' && spec.logMessage === undefined

function settle(session: Session, { stop, candidates, number }: Examination, isUnwanted: boolean): Verdict {
  if (session.examinations.current?.number === number) close(session)
  const hit = candidates.filter(isStop)
  if (isUnwanted && session.examinations.later.length === 0 && mayPassOver(session)) return { kind: 'passOver', stop }
  // A step has arrived at a breakpoint that does not want to stop it.
  const isOnlyStep = isUnwanted && stop.body['reason'] === 'breakpoint' && isStepping(session)
  const body = isOnlyStep ? { ...stop.body, reason: 'step' } : stop.body
  return { kind: 'announce', stop: { ...stop, body, hit: hit.map(({ spec }) => spec) } }
}

const STEPS: ReadonlySet<string> = new Set(['next', 'stepIn', 'stepOut'])

const isStepping = ({ resumes, jobs }: Session): boolean =>
  resumes.pausedBy === undefined && STEPS.has(activeJob(jobs)?.command ?? resumes.latest?.command ?? '')

/** The program goes on, or stands because it was to stop at the end of the job: then the others have asked for no breakpoint. */
const lateVerdict = (session: Session, stop: Stop): Verdict =>
  mayPassOver(session) ? { kind: 'passOver', stop } : { kind: 'announce', stop: asPause(stop) }

/** A stop that ends somebody's step or pause is never passed over (mux 1). */
function mayPassOver({ resumes, jobs }: Session): boolean {
  const command = activeJob(jobs)?.command ?? resumes.latest?.command
  return (
    resumes.pausedBy === undefined &&
    (command === undefined || command === 'reverseContinue' || command.startsWith('continue'))
  )
}

/**
 * The answers take too long: the stop is announced with everything that may have been hit. A log point stops nobody, late or
 * not: its line is printed with what is known.
 */
export function examinationOverdue(session: Session): Verdict {
  const examination = session.examinations.current
  if (examination === undefined) return PENDING
  if (examination.candidates.length === 0) {
    close(session)
    return { kind: 'announce', stop: { ...examination.stop, hit: [] } }
  }
  for (const candidate of examination.candidates)
    if (candidate.verdict === 'open') candidate.verdict = candidate.spec.logMessage === undefined ? 'hit' : 'missed'
  return conclude(session, examination)
}

/** Forgets a stop that was not announced yet: the program has gone on or ended meanwhile. */
export function dropExamination(session: Session): void {
  if (session.examinations.current !== undefined) close(session)
}

function close(session: Session): void {
  session.examinations.current = undefined
  session.effects.push({ kind: 'cancelTimer', timer: TIMER })
}

function currentOf(session: Session, number: number): Examination | undefined {
  const { current } = session.examinations
  return current?.number === number ? current : undefined
}
