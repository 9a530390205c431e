import { ask } from '../../../outbox/to-adapter.js'
import { answer } from '../../../outbox/to-client.js'
import type { Asked, Client } from '../../../state/clients/client.js'
import { configurationOf, awaitsConfiguration, hasInitialized } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { changeState } from '../change-state.js'
import { serveWaitingJoiner } from './join.js'
import { prepareProgram } from './prepare-program.js'
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
  prepareProgram(session)
  const args = asked.request.arguments as Record<string, unknown> | undefined
  ask(session, { command: 'configurationDone', args, purpose: { kind: 'client', asked } })
  changeState(session, 'configurationSent')
}

/**
 * Sends configurationDone where no client will: after a restart, and in place of a launcher that has gone when others have
 * joined (mux 10, 11). All breakpoints are set before. Called at the end of each input.
 */
export function configureForOthers(session: Session): void {
  const { state } = session.lifecycle
  if (!awaitsConfiguration(state) || !hasInitialized(state)) return
  if (configurationOf(state) === 'open' && !hasLostLauncher(session)) return
  for (const list of session.breakpoints.lists.values()) if (list.flight !== undefined) return
  if (session.capabilities.announced?.supportsConfigurationDoneRequest !== true) {
    finishConfiguration(session)
    return
  }
  prepareProgram(session)
  ask(session, { command: 'configurationDone', purpose: { kind: 'configurationDone' } })
  changeState(session, 'configurationSent')
}

/** Whether the client that started the program has left, and others are there. */
function hasLostLauncher({ lifecycle, clients }: Session): boolean {
  if (lifecycle.launch === undefined || isIn(clients.get(lifecycle.launch.client))) return false
  return [...clients.values()].some(isIn)
}

const isIn = (client: Client | undefined): boolean => client !== undefined && client.stage !== 'left'

export function finishConfiguration(session: Session): void {
  changeState(session, 'configurationDone')
}
