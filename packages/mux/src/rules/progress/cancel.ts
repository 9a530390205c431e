import { ask } from '../../outbox/to-adapter.js'
import { answer, giveUp } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import { isReachable } from '../../state/lifecycle.js'
import type { Pending } from '../../state/requests/pending.js'
import { askedOf } from '../../state/requests/pending.js'
import { groupOf } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { watchCancelled } from './deadlines.js'
import { interrupt } from './interrupt.js'
import { noticeBlocked } from './silence.js'

/**
 * Rule: mux 12. `cancel` is answered here, always with success: DAP calls it a hint. It reaches the adapter only if
 * that can cancel, and only for the sender's own requests. Measured: some adapters never answer it. So a cancelled evaluation or
 * read is answered here, at once; what the adapter still answers updates the state.
 */
export function cancelRequest(session: Session, asked: Asked): void {
  const { requestId, progressId } = argumentsOf(asked)
  if (typeof requestId === 'number') cancelOneRequest(session, asked, requestId)
  if (typeof progressId === 'string') cancelProgress(session, asked, progressId)
  answer(session, asked)
}

function cancelOneRequest(session: Session, asked: Asked, requestId: number): void {
  const { client } = asked
  const waiting = client.deferred.findIndex((one) => one.request.seq === requestId)
  if (waiting !== -1) {
    const [named] = client.deferred.splice(waiting, 1)
    if (named !== undefined) giveUp(session, named, { type: 'CANCELLED', text: 'cancelled before it was sent' })
    return
  }
  for (const pending of [...session.pending.entries.values()]) {
    const named = askedOf(pending.purpose)
    if (named?.client !== client || named.request.seq !== requestId) continue
    cancelSent(session, pending, named)
  }
}

function cancelSent(session: Session, { seq, since, args }: Pending, named: Asked): void {
  const { command } = named.request
  const isSent = sendCancel(session, { requestId: seq })
  if (command === 'evaluate') {
    const isInterrupted = interrupt(session, args)
    // One that was cancelled just after it was sent says nothing of the adapter yet.
    if (isSent || isInterrupted || session.now - since < JUST_SENT_MS) watchCancelled(session, named)
    else noticeBlocked(session, named)
  }
  if (named.state === 'open' && (command === 'evaluate' || groupOf(command) === 'inspect'))
    giveUp(session, named, { type: 'CANCELLED', text: `${command} was cancelled` })
}

function cancelProgress(session: Session, asked: Asked, progressId: string): void {
  const open = session.progress.open.get(progressId)
  if (open === undefined || (open.owner !== undefined && open.owner !== asked.client.id)) return
  sendCancel(session, { progressId: open.upstreamId })
}

/**
 * The longest time for which an evaluation was just sent, in milliseconds. What a stop shows is read within 200 ms, and what comes
 * late is cancelled.
 */
const JUST_SENT_MS = 500

/** Whether the adapter was told. */
function sendCancel(session: Session, args: Readonly<Record<string, unknown>>): boolean {
  if (session.capabilities.announced?.supportsCancelRequest !== true || !isReachable(session.lifecycle.state))
    return false
  ask(session, { command: 'cancel', args, purpose: { kind: 'unheard' } })
  return true
}
