import { spokenCommand } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { giveUp, tellImportant } from '../../outbox/to-client.js'
import { hears } from '../../state/clients/client.js'
import type { Asked } from '../../state/clients/client.js'
import { evaluating } from '../../state/requests/evaluating.js'
import { askedOf } from '../../state/requests/pending.js'
import type { Session } from '../../state/session.js'

/** A request is overdue: if the adapter has said nothing since it was sent, the adapter is marked as silent (mux 26). */
export function noticeSilence(session: Session, command: string): void {
  if (session.now - session.deadlines.lastHeard >= session.options.limits.requestMs) markSilent(session, command)
}

/** How long an adapter has said nothing where it is silent, not only busy with others, in milliseconds. */
const SILENT_MS = 1000

/**
 * The time of an evaluation is over and its cancel has not helped: the adapter is marked as silent, unless it speaks
 * otherwise (mux 26).
 */
export function noticeBlocked(session: Session, asked: Asked): void {
  const { deadlines, pending, now } = session
  for (const { command, purpose, since } of pending.entries.values()) {
    if (askedOf(purpose) !== asked) continue
    if (deadlines.lastHeard <= since || now - deadlines.lastHeard >= SILENT_MS) markSilent(session, command)
  }
}

/**
 * The adapter answers nothing at all: everybody is told. Requests without a deadline fail too, if they have waited as
 * long.
 */
function markSilent(session: Session, command: string): void {
  const { deadlines, options, lifecycle, now } = session
  if (deadlines.unresponsive !== undefined || lifecycle.state.kind === 'ended') return
  const waitedMs = Math.round(now - deadlines.lastHeard)
  deadlines.unresponsive = { command, since: deadlines.lastHeard }
  record(session, { kind: 'unresponsive', command, waitedMs })
  const text = `${options.adapterTitle} has answered nothing for ${waitedMs} ms (${blockedBy(session) ?? spokenCommand(command)}); the session can still be terminated`
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

/** The longest part of an expression that a message shows, in characters. */
const LONGEST_SHOWN = 80

/** The evaluation that was there first, with who asked for it: in most adapters one blocks all. */
function blockedBy(session: Session): string | undefined {
  const found = evaluating(session)
  if (found === undefined) return undefined
  const { expression, by } = found
  const shown = expression.length > LONGEST_SHOWN ? `${expression.slice(0, LONGEST_SHOWN)}…` : expression
  return `evaluate "${shown}" of ${by.name}`
}

/** Something came from the adapter. */
export function heard(session: Session): void {
  const { deadlines } = session
  deadlines.lastHeard = session.now
  if (deadlines.unresponsive === undefined) return
  deadlines.unresponsive = undefined
  record(session, { kind: 'responsive' })
}
