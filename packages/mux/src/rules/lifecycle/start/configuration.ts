import { ask } from '../../../outbox/to-adapter.js'
import { answer } from '../../../outbox/to-client.js'
import type { Asked } from '../../../state/clients/client.js'
import { configurationOf, awaitsConfiguration, hasInitialized } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { changeState } from '../change-state.js'
import { serveWaitingJoiner } from './join.js'
import { isLauncher } from './start.js'

/** configurationDone goes upstream once per adapter process, from the client that started the program (mux 10). */
export function configurationDone(session: Session, asked: Asked): void {
  const { client } = asked
  const isFirst =
    configurationOf(session.lifecycle.state) === 'open' && (isLauncher(session, client.id) || client.isOpener)
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
  const args = asked.request.arguments as Record<string, unknown> | undefined
  ask(session, { command: 'configurationDone', args, purpose: { kind: 'client', asked } })
  changeState(session, 'configurationSent')
}

/** Sends configurationDone in place of a launcher that has gone, when others have joined; or after a restart. */
export function configureForOthers(session: Session): void {
  const { state } = session.lifecycle
  if (!awaitsConfiguration(state) || !hasInitialized(state)) return
  if (session.capabilities.announced?.supportsConfigurationDoneRequest !== true) {
    finishConfiguration(session)
    return
  }
  ask(session, { command: 'configurationDone', purpose: { kind: 'configurationDone' } })
  changeState(session, 'configurationSent')
}

export function finishConfiguration(session: Session): void {
  changeState(session, 'configurationDone')
}
