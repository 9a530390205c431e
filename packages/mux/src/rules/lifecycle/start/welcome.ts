import type { DapEvent, JsonObject } from '@dapplex/protocol'
import { answer, tell } from '../../../outbox/to-client.js'
import type { Client } from '../../../state/clients/client.js'
import type { LifecycleState } from '../../../state/lifecycle.js'
import { hasInitialized } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { onlyLeaves } from '../../control/may-end.js'
import { syncAll, syncList } from '../../breakpoints/sync.js'
import { changeState } from '../change-state.js'
import { configureUndebugged, isLaunchSent, isWithoutDebugging } from './undebugged.js'

/**
 * Handles `initialized`: the adapter takes breakpoints from now on, and every client that waits may send them (mux 7,
 * 10).
 */
export function adapterInitialized(session: Session, _body: JsonObject, event: DapEvent): void {
  const { state } = session.lifecycle
  if (hasInitialized(state) || state.kind === 'ended' || state.kind === 'restarting') return
  if (isWithoutDebugging(session) && isLaunchSent(session)) {
    runUndebugged(session, event)
    configureUndebugged(session)
    return
  }
  changeState(session, 'initialized')
  syncAll(session)
  welcomeAll(session, event)
}

function welcomeAll(session: Session, event: DapEvent | undefined): void {
  const { seq: _seq, type: _type, ...members } = event ?? initialized
  for (const client of session.clients.values()) {
    admitJoiner(session, client)
    welcome(session, client, client.isOpener ? members : undefined)
  }
}

const initialized: DapEvent = { seq: 0, type: 'event', event: 'initialized' }

/** A launch with `noDebug` was sent to an adapter that had sent `initialized` before. */
export function launchSent(session: Session): void {
  if (session.lifecycle.state.kind !== 'configuring' || !isWithoutDebugging(session)) return
  runUndebugged(session)
  configureUndebugged(session)
}

/** The program runs without debugging from here on, whatever the adapter makes of `noDebug` (mux 10). */
function runUndebugged(session: Session, event?: DapEvent): void {
  changeState(session, 'runsUndebugged')
  for (const list of session.breakpoints.lists.values()) syncList(session, list)
  welcomeAll(session, event)
}

/** Whether a client that joins can be told how the start went. */
export const isSettled = (state: LifecycleState): boolean =>
  hasInitialized(state) || state.kind === 'undebugged' || state.kind === 'ended'

/**
 * A launch with `noDebug` has succeeded and the adapter has not sent `initialized`: it takes no breakpoints. Clients
 * complete their dialogue all the same (mux 7, 10).
 */
export function launchSucceeded(session: Session): void {
  if (session.lifecycle.state.kind === 'starting' && isWithoutDebugging(session)) runUndebugged(session)
}

/** Answers a join that has waited, and lets the client in (mux 7). */
export function admitJoiner(session: Session, client: Client): void {
  const { joinAsked } = client
  client.joinAsked = undefined
  if (joinAsked === undefined) return
  answer(session, joinAsked)
  if (session.lifecycle.state.kind !== 'ended' && onlyLeaves(session, client))
    tell(session, client, { event: 'capabilities', body: { capabilities: ONLY_LEAVES } })
  welcome(session, client)
}

/** An editor without this sends `disconnect` for Stop and when it is closed (mux 11). */
const ONLY_LEAVES = { supportsTerminateRequest: false }

/** Sends `initialized` to a client whose turn it is: the opener as soon as the adapter says so, others after their attach. */
export function welcome(
  session: Session,
  client: Client,
  event?: { readonly event: string; readonly body?: unknown },
): void {
  if (!isSettled(session.lifecycle.state) || client.joinAsked !== undefined) return
  if (client.stage !== 'joining' && !(client.stage === 'greeted' && client.isOpener)) return
  client.stage = 'configuring'
  tell(session, client, event ?? { event: 'initialized' })
}
