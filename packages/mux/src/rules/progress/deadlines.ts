import { spokenCommand } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { answer, fail, giveUp, tellImportant } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf, hears } from '../../state/clients/client.js'
import { phaseOf } from '../../state/lifecycle.js'
import type { Due } from '../../state/requests/deadlines.js'
import { popDue, pushDue } from '../../state/requests/deadlines.js'
import { askedOf } from '../../state/requests/pending.js'
import { groupOf, isAutomaticEvaluation } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { knownAnswer } from './known-answers.js'

const TIMER = 'deadlines'

/**
 * Rule: mux 26. Requests have a deadline once they are admitted. launch, attach, evaluations that somebody typed, and
 * requests outside the standard have none of their own: a program may wait for input.
 */
export function watch(session: Session, asked: Asked): void {
  if (!isOpenEnded(asked)) push(session, asked, 'answered')
}

/**
 * Rule: mux 26. A request that waits for the session to come further has a deadline too: an adapter may never send
 * `initialized`, and a client may never send configurationDone.
 */
export function watchWait(session: Session, asked: Asked): void {
  push(session, asked, 'admitted')
}

/** How long the adapter may take for an answer that is known here, in milliseconds. */
const PROMPT_MS = 1000

/** The answer of this request is known here: it is given if the adapter does not answer promptly (mux 26). */
export function watchSilence(session: Session, asked: Asked): void {
  push(session, asked, 'prompt')
}

function push(session: Session, asked: Asked, until: Due['until']): void {
  const { deadlines, options, now } = session
  const ms = until === 'prompt' ? Math.min(PROMPT_MS, options.limits.requestMs) : options.limits.requestMs
  const due: Due = { at: now + ms, asked, until }
  pushDue(deadlines.heap, due)
  if (deadlines.isTicking && deadlines.heap[0] !== due) return
  deadlines.isTicking = true
  session.effects.push({ kind: 'startTimer', timer: TIMER, ms })
}

function isOpenEnded(asked: Asked): boolean {
  const { command } = asked.request
  const group = groupOf(command)
  if (group === 'start' || group === 'other' || group === 'own') return true
  return command === 'evaluate' && !isAutomaticEvaluation(command, argumentsOf(asked))
}

/** The timer has fired: what is overdue fails, and the timer is set for the next. */
export function deadlinesFired(session: Session): void {
  const { deadlines, now, options } = session
  deadlines.isTicking = false
  for (let due = popDue(deadlines.heap, now); due !== undefined; due = popDue(deadlines.heap, now))
    if (due.asked.state === 'open') fallDue(session, due)
    else if (due.until === 'answered' && due.asked.state === 'givenUp')
      noticeSilence(session, due.asked.request.command)
  while (deadlines.heap[0] !== undefined && deadlines.heap[0].asked.state === 'answered')
    popDue(deadlines.heap, Infinity)
  const [next] = deadlines.heap
  if (next === undefined) return
  deadlines.isTicking = true
  session.effects.push({
    kind: 'startTimer',
    timer: TIMER,
    ms: Math.min(Math.max(next.at - now, 1), options.limits.requestMs),
  })
}

function fallDue(session: Session, { asked, until }: Due): void {
  switch (until) {
    case 'answered':
      overdue(session, asked)
      return
    case 'prompt':
      answerFromKnown(session, asked)
      return
    case 'admitted':
      if (!isWaiting(asked)) return
      if (isStartUnderWay(session)) watchWait(session, asked)
      else waitedTooLong(session, asked)
  }
}

/** The adapter's own answer, if it still comes, is learned from and not sent. */
function answerFromKnown(session: Session, asked: Asked): void {
  const body = knownAnswer(session, asked)
  if (body === undefined) return
  answer(session, asked, body)
  asked.state = 'givenUp'
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
  giveUp(session, asked, {
    type: 'TIMEOUT',
    text: `${options.adapterTitle} has not answered ${quoted(command)} for ${waited} ms; ask again, or terminate the session`,
    data: { command, waited_ms: String(waited) },
  })
  for (const resume of session.resumes.asked) if (resume.client === asked.client.id) resume.isOverdue = true
  noticeSilence(session, command)
}

function noticeSilence(session: Session, command: string): void {
  const { deadlines, options, now } = session
  const isSilent = now - deadlines.lastHeard >= options.limits.requestMs
  if (isSilent && deadlines.unresponsive === undefined) markSilent(session, command)
}

/**
 * The adapter answers nothing at all: everybody is told. Requests without a deadline fail too, if they have waited as
 * long.
 */
function markSilent(session: Session, command: string): void {
  const { deadlines, options, now } = session
  const waitedMs = Math.round(now - deadlines.lastHeard)
  deadlines.unresponsive = { command, since: deadlines.lastHeard }
  record(session, { kind: 'unresponsive', command, waitedMs })
  const text = `${options.adapterTitle} has answered nothing for ${waitedMs} ms (${spokenCommand(command)}); the session can still be terminated`
  for (const client of session.clients.values()) if (hears(client)) tellImportant(session, client, text)
  for (const { purpose, since } of session.pending.entries.values()) {
    const asked = askedOf(purpose)
    if (now - since < options.limits.requestMs || asked?.state !== 'open') continue
    giveUp(session, asked, {
      type: 'TIMEOUT',
      text,
      data: { command: asked.request.command, waited_ms: String(waitedMs) },
    })
  }
}

/** Something came from the adapter. */
export function heard(session: Session): void {
  const { deadlines } = session
  deadlines.lastHeard = session.now
  if (deadlines.unresponsive === undefined) return
  deadlines.unresponsive = undefined
  record(session, { kind: 'responsive' })
}
