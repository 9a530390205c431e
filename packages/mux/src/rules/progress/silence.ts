import { spokenCommand } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { giveUp, tellImportant } from '../../outbox/to-client.js'
import { hears } from '../../state/clients/client.js'
import { askedOf } from '../../state/requests/pending.js'
import type { Session } from '../../state/session.js'

/** A request is overdue: if the adapter has said nothing since it was sent, the adapter is marked as silent (mux 26). */
export function noticeSilence(session: Session, command: string): void {
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
