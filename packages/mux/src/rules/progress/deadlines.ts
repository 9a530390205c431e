import { spokenCommand } from '@dapplex/protocol'
import { answer, fail, giveUp, leaveToAdapter } from '../../outbox/to-client.js'
import type { Asked, Awaited } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import { phaseOf } from '../../state/lifecycle.js'
import type { Due } from '../../state/requests/deadlines.js'
import { earliestDue, isAwaited, takeDue } from '../../state/requests/deadlines.js'
import { askedOf } from '../../state/requests/pending.js'
import { groupOf, isAutomaticEvaluation } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { interrupt, interruptAgain } from './interrupt.js'
import { knownAnswer } from './known-answers.js'
import { noticeBlocked, noticeSilence } from './silence.js'

const TIMER = 'deadlines'

/**
 * Rule: mux 26. Requests have a deadline once they are admitted. launch, attach, evaluations that somebody typed, and
 * requests outside the standard have none of their own: a program may wait for input.
 */
export function watch(session: Session, asked: Asked): void {
  if (!isOpenEnded(asked)) expect(session, asked, 'answered')
}

/**
 * Rule: mux 26. A request that waits for the session to come further has a deadline too: an adapter may never send
 * `initialized`, and a client may never send configurationDone.
 */
export function watchWait(session: Session, asked: Asked): void {
  expect(session, asked, 'admitted')
}

/**
 * How long the adapter may take for an answer that is known here, and to give up a cancelled evaluation, in milliseconds: longer than
 * it counts as busy (`SILENT_MS`), as it may answer the cancel and still go on.
 */
const WAITS_MS: Partial<Record<Awaited, number>> = { prompt: 1000, cancelled: 2000 }

/** The answer of this request is known here: it is given if the adapter does not answer promptly (mux 26). */
export function watchSilence(session: Session, asked: Asked): void {
  expect(session, asked, 'prompt')
}

/** An evaluation was cancelled, and the adapter was told: it is blocked if it does not answer soon (mux 26). */
export function watchCancelled(session: Session, asked: Asked): void {
  expect(session, asked, 'cancelled')
}

function expect(session: Session, asked: Asked, until: Awaited): void {
  const { options, now } = session
  const ms = Math.min(WAITS_MS[until] ?? Infinity, options.limits.requestMs)
  asked.deadlines[until] = now + ms
  if (now + ms < session.deadlines.firesAt) startTimer(session, ms)
}

function startTimer(session: Session, ms: number): void {
  session.deadlines.firesAt = session.now + ms
  session.effects.push({ kind: 'startTimer', timer: TIMER, ms })
}

function isOpenEnded(asked: Asked): boolean {
  const { command } = asked.request
  const group = groupOf(command)
  if (group === 'start' || group === 'other' || group === 'multiplexer') return true
  return command === 'evaluate' && !isAutomaticEvaluation(command, argumentsOf(asked))
}

/** The timer has fired: what is overdue fails, and the timer is set for the next. */
export function deadlinesFired(session: Session): void {
  const { deadlines, options, now } = session
  deadlines.firesAt = Infinity
  for (const due of takeDue(watched(session), now)) {
    const { asked, until } = due
    if (!isAwaited(asked)) deadlines.givenUp.delete(asked)
    if (asked.state === 'open' || until === 'cancelled') fallDue(session, due)
    else if (until === 'answered' && asked.state === 'givenUp') noticeSilence(session, asked.request.command)
  }
  const next = earliestDue(watched(session))
  if (next < deadlines.firesAt) startTimer(session, Math.min(Math.max(next - now, 1), options.limits.requestMs))
}

/** All requests that may have a deadline. */
function* watched({ clients, deadlines }: Session): Generator<Asked> {
  for (const { open } of clients.values()) yield* open
  yield* deadlines.givenUp
}

function fallDue(session: Session, { asked, until }: Due): void {
  switch (until) {
    case 'answered':
      overdue(session, asked)
      return
    case 'prompt':
      answerFromKnown(session, asked)
      return
    case 'cancelled':
      goesOn(session, asked)
      return
    case 'admitted':
      if (!isWaiting(asked)) return
      if (isStartUnderWay(session)) watchWait(session, asked)
      else waitedTooLong(session, asked)
  }
}

/** A cancelled evaluation goes on, unless it has been answered meanwhile. */
function goesOn(session: Session, asked: Asked): void {
  const sent = [...session.pending.entries.values()].find(({ purpose }) => askedOf(purpose) === asked)
  if (sent === undefined) return
  if (!interruptAgain(session, sent.args)) {
    noticeBlocked(session, asked)
    return
  }
  watchCancelled(session, asked)
  session.deadlines.givenUp.add(asked)
}

/** The adapter's own answer, if it still comes, is learned from and not sent. */
function answerFromKnown(session: Session, asked: Asked): void {
  const body = knownAnswer(session, asked)
  if (body === undefined) return
  answer(session, asked, body)
  leaveToAdapter(session, asked)
}

const isWaiting = (asked: Asked): boolean => asked.client.joinAsked === asked || asked.client.deferred.includes(asked)

/** A start may take as long as it needs while the adapter reports progress: it may compile the program. */
const isStartUnderWay = ({ lifecycle, progress }: Session): boolean =>
  phaseOf(lifecycle.state) === 'starting' && progress.open.size > 0

function waitedTooLong(session: Session, asked: Asked): void {
  const { client, request } = asked
  const waited = session.options.limits.requestMs
  const at = client.deferred.indexOf(asked)
  if (at !== -1) client.deferred.splice(at, 1)
  if (client.joinAsked === asked) {
    client.joinAsked = undefined
    // It may ask again on the same connection.
    client.hasStarted = false
    if (client.stage === 'joining') client.stage = 'greeted'
  }
  fail(session, asked, {
    type: 'TIMEOUT',
    text: `${quoted(request.command)} has waited ${waited} ms in vain: ${obstacle(session)}; ask again, or end the session`,
    data: { command: request.command, waited_ms: String(waited) },
  })
}

/** A request of DAP in quotes, or one of dapplex in words. */
const quoted = (command: string): string => {
  const spoken = spokenCommand(command)
  return spoken === command ? `'${command}'` : spoken
}

/** What a request waits for. */
function obstacle({ lifecycle, options }: Session): string {
  switch (lifecycle.state.kind) {
    case 'starting':
      return `${options.adapterTitle} has not said that it takes breakpoints`
    case 'configuring':
      return 'the client that started the program has not sent configurationDone'
    case 'restarting':
      return 'the program is still being restarted'
    case 'running':
    case 'stopped':
    case 'undebugged':
    case 'ended':
      return 'an earlier request of its sender is not answered'
  }
}

function overdue(session: Session, asked: Asked): void {
  const { options } = session
  const { command } = asked.request
  const waited = options.limits.requestMs
  if (command === 'evaluate') interruptOverdue(session, asked)
  giveUp(session, asked, {
    type: 'TIMEOUT',
    text: `${options.adapterTitle} has not answered ${quoted(command)} for ${waited} ms; ask again, or terminate the session`,
    data: { command, waited_ms: String(waited) },
  })
  for (const resume of session.resumes.asked) if (resume.client === asked.client.id) resume.isOverdue = true
  noticeSilence(session, command)
}

/** An evaluation that nobody waits for any more must not go on. */
function interruptOverdue(session: Session, asked: Asked): void {
  for (const { purpose, args } of [...session.pending.entries.values()])
    if (askedOf(purpose) === asked && interrupt(session, args)) watchCancelled(session, asked)
}
