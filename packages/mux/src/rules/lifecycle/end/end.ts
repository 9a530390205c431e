import { countIn, type JsonObject, textIn } from '@dapplex/protocol'
import { record, log } from '../../../outbox/record.js'
import { ask } from '../../../outbox/to-adapter.js'
import { answer, fail, giveUp, respond, tell, tellAll } from '../../../outbox/to-client.js'
import { hears } from '../../../state/clients/client.js'
import type { Failure } from '../../../state/contract/failure.js'
import type { ProgramExit } from '../../../state/contract/input.js'
import { failureBody } from '../../../state/contract/failure.js'
import { expireProcess } from '../../../state/ids/references.js'
import { isReachable } from '../../../state/lifecycle.js'
import { markRunning } from '../../../state/program/threads.js'
import { takeUnanswered } from '../../../state/requests/unanswered.js'
import type { Session } from '../../../state/session.js'
import { tellMissed } from '../../attribution/missed-breakpoints.js'
import { withdrawAll } from '../../breakpoints/foreign.js'
import { answerWaiters } from '../../breakpoints/sync.js'
import { dropExamination } from '../../examination/examine.js'
import { forgetReverses } from '../../reverse/reverse.js'
import { changeState } from '../change-state.js'
import { signalIn } from './exit-signal.js'
import { finishGreetings } from '../start/greet.js'

/** Time the adapter's process group has to end by itself before it is killed, in milliseconds. */
export const END_GRACE_MS = 1_000

/** Runs from `exited` until the end of the session. */
const EXITED_TIMER = 'exited'

/** Requests that wait for the program to begin. */
const STARTS: ReadonlySet<string> = new Set(['launch', 'attach', 'configurationDone'])

/** `exited` of the adapter, told once. `signal`, which DAP does not know, names the signal that ended the program. */
export function programExited(session: Session, body: JsonObject): void {
  const { lifecycle } = session
  if (lifecycle.told.has('exited')) return
  lifecycle.told.add('exited')
  const exitCode = countIn(body, 'exitCode') ?? 0
  const signal = noteExit(session, { exitCode, signal: textIn(body, 'signal') ?? signalIn(session, exitCode) })
  tellAll(session, { event: 'exited', body: { ...body, exitCode, ...signal } })
  if (lifecycle.state.kind === 'ended') return
  session.effects.push({ kind: 'startTimer', timer: EXITED_TIMER, ms: session.options.limits.requestMs })
}

/**
 * The program has exited, and the adapter has said nothing of the end since: nobody is left to wait for (mux 15). DAP wants `terminated`
 * too, but an adapter may fail between the two.
 */
export function endOverdue(session: Session): void {
  const { state, told } = session.lifecycle
  if (state.kind === 'restarting' || !told.has('exited') || told.has('terminated')) return
  log(session, 'warn', `the program has exited, and ${session.options.adapterTitle} has not said that the session ends`)
  programEnded(session, 'the program has exited', undefined)
}

/** The exit code that stands in a line of output. The clients are told too, unless they have heard of the end already. */
export function exitCodeLearned(session: Session, exitCode: number): void {
  if (session.lifecycle.told.has('terminated')) noteExit(session, { exitCode, signal: signalIn(session, exitCode) })
  else programExited(session, { exitCode })
}

/**
 * The program that started this one was told how it has ended (mux 14). The clients are told with the end, after all output; those
 * that have heard of the end already can ask.
 */
export function exitLearned(session: Session, exit: ProgramExit): void {
  const { lifecycle } = session
  if (lifecycle.exitCode !== undefined) return
  if (lifecycle.state.kind === 'ended') noteExit(session, exit)
  else lifecycle.learnedExit = exit
}

function tellLearnedExit(session: Session): void {
  const { learnedExit, told } = session.lifecycle
  if (learnedExit === undefined || told.has('exited')) return
  told.add('exited')
  tellAll(session, { event: 'exited', body: { exitCode: learnedExit.exitCode, ...noteExit(session, learnedExit) } })
}

function noteExit(session: Session, { exitCode, signal: name }: ProgramExit): { readonly signal?: string } {
  const { lifecycle } = session
  lifecycle.exitCode = exitCode
  lifecycle.signal = name
  const signal = lifecycle.signal === undefined ? {} : { signal: lifecycle.signal }
  record(session, { kind: 'exited', exitCode, ...signal })
  return signal
}

/**
 * The program has ended, says the adapter. The end is told at once, or, where the adapter's last words are still to come,
 * when it has answered disconnect (mux 22).
 */
export function programEnded(session: Session, why: string, body: JsonObject | undefined): void {
  const { lifecycle, options } = session
  if (lifecycle.endHeld !== undefined) return
  dismissAdapter(session, { terminateDebuggee: lifecycle.launch?.command !== 'attach' })
  const isAllSaid = options.traits.exitCodeOutput === undefined || lifecycle.exitCode !== undefined
  if (isAllSaid || !isReachable(lifecycle.state)) endSession(session, why, body)
  else lifecycle.endHeld = { why, body }
}

function tellHeldEnd(session: Session): void {
  const { endHeld } = session.lifecycle
  if (endHeld !== undefined) endSession(session, endHeld.why, endHeld.body)
}

/** Ends the session for everybody: `terminated` is sent once, and what is known stays readable (mux 15). */
export function endSession(session: Session, why: string, body?: JsonObject): void {
  if (session.lifecycle.state.kind !== 'ended') finish(session, 'end', { why, body })
}

function finish(
  session: Session,
  event: 'end' | 'adapterClosed',
  { why, body }: { readonly why: string; readonly body?: JsonObject | undefined },
): void {
  const { lifecycle } = session
  lifecycle.endReason ??= why
  lifecycle.endHeld = undefined
  session.effects.push({ kind: 'cancelTimer', timer: EXITED_TIMER })
  failRestart(session, { type: 'SESSION_ENDED', text: `the session has ended instead: ${why}` })
  dropExamination(session)
  session.examinations.later = []
  tellLearnedExit(session)
  changeState(session, event)
  // A session that has ended owes no answer.
  session.deadlines.unresponsive = undefined
  markRunning(session.threads, 'all')
  expireProcess(session.references)
  finishGreetings(session)
  failJoins(session, why)
  if (!lifecycle.told.has('terminated')) {
    lifecycle.told.add('terminated')
    tellMissed(session)
    for (const client of session.clients.values()) withdrawAll(session, client)
    tellAll(session, { event: 'terminated', ...(body === undefined ? {} : { body }) })
    for (const client of session.clients.values()) client.hasHeardEnd ||= hears(client)
  }
  record(session, { kind: 'ended', why }, lifecycle.endAsked?.by)
}

/** Tells the adapter to let go, and ends its process if it does not answer in time (mux 11). */
export function dismissAdapter(session: Session, args: JsonObject): void {
  const { lifecycle, options } = session
  // It was told already.
  if (lifecycle.state.kind === 'ended' || lifecycle.state.kind === 'restarting') return
  if (lifecycle.endHeld !== undefined) return
  if (!isReachable(lifecycle.state)) {
    session.effects.push({ kind: 'endAdapter', graceMs: END_GRACE_MS })
    return
  }
  ask(session, { command: 'disconnect', args, purpose: { kind: 'disconnect' } })
  session.effects.push({ kind: 'startTimer', timer: 'disconnect', ms: options.limits.disconnectMs })
}

/** The adapter has answered disconnect, or has not in time. */
export function endAdapter(session: Session): void {
  tellHeldEnd(session)
  session.effects.push({ kind: 'cancelTimer', timer: 'disconnect' })
  session.effects.push({ kind: 'endAdapter', graceMs: END_GRACE_MS })
}

/** The connection to the adapter is gone: nothing that was asked will be answered any more (mux 15). */
export function adapterClosed(session: Session, closed: { why: string; stderr: string }): void {
  tellHeldEnd(session)
  const { endAsked, state } = session.lifecycle
  const letGo = endAsked?.letsGo === true ? endAsked : undefined
  const wasExpected = state.kind === 'ended' || letGo !== undefined
  session.effects.push({ kind: 'cancelTimer', timer: 'disconnect' })
  if (!wasExpected) log(session, 'warn', `${session.options.adapterTitle} ended unexpectedly: ${closed.why}`)
  failEverything(session, crashFailure(session, closed, wasExpected))
  if (state.kind === 'ended') changeState(session, 'adapterClosed')
  else if (letGo !== undefined) finish(session, 'adapterClosed', { why: letGo.why })
  else {
    session.lifecycle.crash = { reason: closed.why, stderr: closed.stderr.trim() }
    finish(session, 'adapterClosed', { why: `the debugger ${session.options.adapterTitle} ${closed.why}` })
  }
}

function crashFailure(session: Session, closed: { why: string; stderr: string }, wasExpected: boolean): Failure {
  const { adapterTitle } = session.options
  if (wasExpected) return { type: 'SESSION_ENDED', text: `the session with ${adapterTitle} has ended` }
  const said = closed.stderr.trim() === '' ? '' : `; it said: ${closed.stderr.trim()}`
  const data = { adapter: adapterTitle, reason: closed.why, stderr: closed.stderr }
  return { type: 'ADAPTER_CRASHED', text: `${adapterTitle} ended unexpectedly: ${closed.why}${said}`, data }
}

/** Fails all requests that the adapter will not answer: sent ones, those that wait for a list, and an unsent launch. */
function failEverything(session: Session, failure: Failure): void {
  for (const asked of takeUnanswered(session)) {
    // The program has ended, which is what was asked for.
    if (failure.type === 'SESSION_ENDED' && asked.request.command === 'terminate') answer(session, asked)
    else fail(session, asked, failure)
  }
  session.resumes.asked = []
  for (const list of session.breakpoints.lists.values()) {
    const waiters = [...(list.flight?.waiters ?? []), ...list.waiting.splice(0)]
    list.flight = undefined
    list.signature = undefined
    if (failure.type === 'SESSION_ENDED') answerWaiters(session, list, waiters)
    else for (const waiter of waiters) fail(session, waiter.asked, failure)
  }
  const { lifecycle } = session
  const { launchAsked } = lifecycle
  lifecycle.launchAsked = undefined
  if (launchAsked !== undefined) fail(session, launchAsked, failure)
  failRestart(session, failure)
  forgetReverses(session)
  failGreetings(session, failure)
}

/** Clients that were joining a start which has failed: their join fails, and they are told the end (mux 7, 15). */
function failJoins(session: Session, why: string): void {
  for (const client of session.clients.values()) {
    const { joinAsked } = client
    client.joinAsked = undefined
    if (joinAsked === undefined) continue
    fail(session, joinAsked, {
      type: 'LAUNCH_FAILED',
      text: `the program was not started: ${why}`,
      data: { reason: why },
    })
    if (client.hasHeardEnd || hears(client)) continue
    client.hasHeardEnd = true
    tell(session, client, { event: 'terminated' })
  }
}

/**
 * The session has ended by a request or from outside: what is still open is answered now, because the adapter may take
 * its time to leave (mux 11).
 */
export function failOpen(session: Session, why: string): void {
  const failure: Failure = { type: 'SESSION_ENDED', text: `the session has ended: ${why}` }
  for (const client of session.clients.values())
    for (const asked of client.open)
      if (STARTS.has(asked.request.command) && !client.deferred.includes(asked)) giveUp(session, asked, failure)
}

/** Fails the request for a restart that will not happen. */
function failRestart(session: Session, failure: Failure): void {
  const { restartAsked } = session.lifecycle
  session.lifecycle.restartAsked = undefined
  if (restartAsked !== undefined) fail(session, restartAsked, failure)
}

/** Fails the initialize requests that wait for an adapter which died before it answered. */
function failGreetings(session: Session, failure: Failure): void {
  if (session.capabilities.announced !== undefined) return
  for (const client of session.clients.values()) {
    if (client.stage !== 'greeting') continue
    client.stage = 'greeted'
    for (const asked of client.open)
      if (asked.request.command === 'initialize') respond(session, asked, { success: false, ...failureBody(failure) })
  }
}
