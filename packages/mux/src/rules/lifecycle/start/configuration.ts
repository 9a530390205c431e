import { setPhase } from '../../../outbox/record.js'
import { ask } from '../../../outbox/to-adapter.js'
import { answer } from '../../../outbox/to-client.js'
import type { Asked } from '../../../state/clients/client.js'
import type { Session } from '../../../state/session.js'
import { serveWaitingJoiner } from './join.js'
import { isLauncher } from './start.js'

/** configurationDone goes upstream once per adapter process, from the client that started the program (mux 10). */
export function configurationDone(session: Session, asked: Asked): void {
  const { lifecycle } = session
  const { client } = asked
  const isFirst = lifecycle.configuration === 'open' && (isLauncher(session, client.id) || client.isOpener)
  if (!isFirst) {
    answer(session, asked)
    serveWaitingJoiner(session, client)
    return
  }
  client.stage = 'live'
  if (session.capabilities.announced?.supportsConfigurationDoneRequest !== true) {
    finishConfiguration(session)
    answer(session, asked)
    return
  }
  lifecycle.configuration = 'sent'
  const args = asked.request.arguments as Record<string, unknown> | undefined
  ask(session, { command: 'configurationDone', args, purpose: { kind: 'client', asked } })
  if (session.phase === 'configuring') setPhase(session, 'running')
}

/** Sends it in the name of a launcher that is gone, when others have joined; or after a restart. */
export function configureForOthers(session: Session): void {
  const { lifecycle } = session
  if (lifecycle.configuration !== 'open' || !lifecycle.isInitialized) return
  if (session.capabilities.announced?.supportsConfigurationDoneRequest !== true) {
    finishConfiguration(session)
    return
  }
  lifecycle.configuration = 'sent'
  ask(session, { command: 'configurationDone', purpose: { kind: 'configurationDone' } })
  if (session.phase === 'configuring') setPhase(session, 'running')
}

export function finishConfiguration(session: Session): void {
  session.lifecycle.configuration = 'done'
  if (session.phase === 'configuring') setPhase(session, 'running')
}
