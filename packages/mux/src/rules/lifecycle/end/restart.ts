import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { log, record } from '../../../outbox/record.js'
import { ask } from '../../../outbox/to-adapter.js'
import { answer, fail, giveUp, respond, tellAll } from '../../../outbox/to-client.js'
import type { Asked } from '../../../state/clients/client.js'
import { argumentsOf } from '../../../state/clients/client.js'
import { expireAllThreads, expireProcess } from '../../../state/ids/references.js'
import type { Launch } from '../../../state/lifecycle.js'
import { configurationOf, isAdapterGone, isReachable, isRestarting } from '../../../state/lifecycle.js'
import { createResumes } from '../../../state/program/resumes.js'
import { isAnyStopped, markRunning } from '../../../state/program/threads.js'
import { takeUnanswered } from '../../../state/requests/unanswered.js'
import type { Session } from '../../../state/session.js'
import { withoutDapplexKeys } from '../../../translation/conventions/to-adapter.js'
import { tellOthers } from '../../attribution/console-line.js'
import { mayEndProgram } from '../../control/may-end.js'
import { dropExamination } from '../../examination/examine.js'
import { forgetRun } from '../../breakpoints/hits.js'
import { followLines } from '../../breakpoints/remembered-line.js'
import { syncList } from '../../breakpoints/sync.js'
import { forgetReverses } from '../../reverse/reverse.js'
import { changeState } from '../change-state.js'
import { RESTART_UNDER_WAY } from '../request-table.js'
import { isLauncher } from '../start/start.js'
import { launchSent, launchSucceeded } from '../start/welcome.js'
import { dismissAdapter, endSession } from './end.js'

/**
 * `restart` is always offered. Where the adapter cannot do it, the multiplexer starts a fresh adapter for everybody
 * (mux 11). `beforeSent` is called before the adapter is asked to do it.
 */
export function restartProgram(session: Session, asked: Asked, beforeSent: () => void): void {
  const { lifecycle } = session
  if (!mayEndProgram(session, asked.client)) {
    const { name, role } = asked.client.profile
    const text = `${name} may not restart the program: only its launcher, owners and the holder of control may`
    fail(session, asked, { type: 'FORBIDDEN', text, data: { command: 'restart', role, needs: 'owner' } })
    return
  }
  // The fresh program may run before its launch is answered.
  if (isRestarting(lifecycle.state) || lifecycle.restartAsked?.state === 'open') {
    fail(session, asked, { type: 'NOT_READY', text: RESTART_UNDER_WAY })
    return
  }
  const way = wayToRestart(session)
  if (way === undefined) {
    fail(session, asked, {
      type: 'NOT_READY',
      text: 'nothing was started yet, so there is nothing to restart; send launch or attach first',
    })
    return
  }
  asked.client.lastCommand = 'restart'
  record(session, { kind: 'restarting' }, asked.client.actor)
  tellOthers(session, asked.client, 'restarts the program')
  followLines(session, argumentsOf(asked)['dapplexBreakpoints'])
  const args = newArguments(session, asked)
  if (way === 'adapter') {
    beforeSent()
    restartByAdapter(session, asked, args)
  } else {
    lifecycle.restartAsked = asked
    beginRestart(session, args ?? way.args)
  }
}

/** By the adapter where it can, else the launch that is repeated. A launch that still waits for its adapter will be sent itself. */
function wayToRestart({ capabilities, lifecycle }: Session): 'adapter' | Launch | undefined {
  if (capabilities.announced?.supportsRestartRequest === true && isReachable(lifecycle.state)) return 'adapter'
  return lifecycle.launchAsked === undefined ? lifecycle.launch : undefined
}

function restartByAdapter(session: Session, asked: Asked, args: JsonObject | undefined): void {
  forgetRun(session)
  for (const list of session.breakpoints.lists.values()) syncList(session, list)
  session.resumes.mayHaveResumed = true
  // The process that is known is the one that ends; the adapter names the new one.
  session.history.process = undefined
  const { arguments: _given, ...rest } = argumentsOf(asked)
  const kept = withoutDapplexKeys(rest)
  const upstream = args === undefined ? kept : { ...kept, arguments: args }
  ask(session, { command: 'restart', args: upstream, purpose: { kind: 'client', asked } })
}

/** The adapter has restarted the program: ids from before are stale, unless the fresh one has stopped already (mux 5). */
export function restartAnswered({ examinations, references, threads }: Session, asked: Asked): void {
  if (examinations.current !== undefined) return
  if (!isAnyStopped(threads) || threads.stopId === asked.stopId) expireAllThreads(references)
}

/**
 * Arguments that replace those of the launch. Only the launcher can have any: the arguments of a client that joined are
 * those of its own `attach`, so the original launch is repeated for it (mux 11).
 */
function newArguments(session: Session, asked: Asked): JsonObject | undefined {
  const given = argumentsOf(asked)['arguments']
  if (!isLauncher(session, asked.client.id) || !isJsonObject(given)) return undefined
  return withoutDapplexKeys(given)
}

/**
 * `terminated` with `restart`: the adapter wants to be started again with that value. It is done here, once for
 * everybody.
 */
export function restartWanted(session: Session, value: unknown): boolean {
  const { lifecycle } = session
  const isWanted = value !== undefined && value !== null && value !== false
  // A program that ends before it is configured would be started again for ever.
  if (!isWanted || lifecycle.launch === undefined || configurationOf(lifecycle.state) !== 'done') return false
  record(session, { kind: 'restarting' })
  beginRestart(session, { ...lifecycle.launch.args, __restart: value })
  return true
}

function beginRestart(session: Session, args: JsonObject): void {
  const { lifecycle } = session
  const isGone = isAdapterGone(lifecycle.state)
  lifecycle.relaunchArgs = args
  forgetRun(session)
  forgetProgram(session)
  dismissAdapter(session, { restart: true, terminateDebuggee: lifecycle.launch?.command !== 'attach' })
  lifecycle.endHeld = undefined
  // Requests that come from now on are for the fresh adapter.
  changeState(session, 'restart')
  if (isGone) startAgain(session)
}

/** Clients are told that the program goes on and that its threads end. */
function forgetProgram(session: Session): void {
  const { threads, history } = session
  dropExamination(session)
  session.examinations.later = []
  session.examinations.ways.clear()
  Object.assign(session.resumes, { ...createResumes(), held: session.resumes.held })
  if (isAnyStopped(threads))
    tellAll(session, { event: 'continued', body: { threadId: threads.current ?? 0, allThreadsContinued: true } })
  for (const thread of threads.all.values())
    tellAll(session, { event: 'thread', body: { reason: 'exited', threadId: thread.id } })
  markRunning(threads, 'all')
  threads.all.clear()
  threads.current = undefined
  history.process = undefined
}

/** The old adapter has gone, as it should. Requests that it has not answered fail, and a fresh adapter is started. */
export function startAgain(session: Session): void {
  const { lifecycle } = session
  for (const asked of takeUnanswered(session))
    giveUp(session, asked, { type: 'CANCELLED', text: 'the program is being restarted' })
  forgetReverses(session)
  expireProcess(session.references)
  session.breakpoints.upstream.clear()
  session.breakpoints.formerUpstream.clear()
  for (const list of session.breakpoints.lists.values()) {
    list.waiting.unshift(...(list.flight?.waiters ?? []))
    list.flight = undefined
    list.signature = undefined
  }
  lifecycle.exitCode = undefined
  lifecycle.signal = undefined
  lifecycle.learnedExit = undefined
  lifecycle.endReason = undefined
  lifecycle.crash = undefined
  lifecycle.endAsked = undefined
  lifecycle.told.clear()
  for (const client of session.clients.values()) client.hasHeardEnd = false
  changeState(session, 'adapterClosed')
  session.effects.push({ kind: 'startAdapter' })
}

/** The fresh adapter has answered initialize: launch again, with the arguments of the first time. */
export function relaunch(session: Session): void {
  const { launch, relaunchArgs, state } = session.lifecycle
  if (configurationOf(state) !== 'relaunch' || launch === undefined) return
  ask(session, { command: launch.command, args: relaunchArgs ?? launch.args, purpose: { kind: 'relaunch' } })
  launchSent(session)
}

export function relaunchAnswered(session: Session, message: JsonObject): void {
  const { lifecycle } = session
  // The next restart has begun.
  if (lifecycle.state.kind === 'restarting') return
  const { restartAsked } = lifecycle
  lifecycle.restartAsked = undefined
  if (message['success'] === true) {
    if (restartAsked !== undefined) answer(session, restartAsked)
    launchSucceeded(session)
    return
  }
  if (restartAsked !== undefined) respond(session, restartAsked, { ...message, success: false })
  log(session, 'warn', 'the program could not be started again')
  dismissAdapter(session, { terminateDebuggee: lifecycle.launch?.command !== 'attach' })
  endSession(session, 'the program could not be started again')
}
