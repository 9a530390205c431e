import type { DapEvent, JsonObject } from '@dapplex/protocol'
import { answer, tell } from '../../../outbox/to-client.js'
import type { Client } from '../../../state/clients/client.js'
import type { LifecycleState } from '../../../state/lifecycle.js'
import { hasInitialized } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { syncAll } from '../../breakpoints/sync.js'
import { changeState } from '../change-state.js'

/**
 * Handles `initialized`: the adapter takes breakpoints from now on, and every client that waits may send them (mux 7,
 * 10).
 */
export function adapterInitialized(session: Session, _body: JsonObject, event: DapEvent): void {
  const { state } = session.lifecycle
  if (hasInitialized(state) || state.kind === 'ended' || state.kind === 'restarting') return
  changeState(session, 'initialized')
  syncAll(session)
  const { seq: _seq, type: _type, ...members } = event
  for (const client of session.clients.values()) {
    admitJoiner(session, client)
    welcome(session, client, client.isOpener ? members : undefined)
  }
}

/** Whether a client that joins can be told how the start went. */
export const isSettled = (state: LifecycleState): boolean =>
  hasInitialized(state) || state.kind === 'undebugged' || state.kind === 'ended'

/**
 * A launch with `noDebug` has succeeded and the adapter has not sent `initialized`: it takes no breakpoints. Clients that
 * join complete their dialogue all the same (mux 7).
 */
export function launchSucceeded(session: Session): void {
  const { launch, relaunchArgs, state } = session.lifecycle
  if (state.kind !== 'starting' || (relaunchArgs ?? launch?.args)?.['noDebug'] !== true) return
  changeState(session, 'runsUndebugged')
  syncAll(session)
  for (const client of session.clients.values()) admitJoiner(session, client)
}

/** Answers a join that has waited, and lets the client in (mux 7). */
export function admitJoiner(session: Session, client: Client): void {
  const { joinAsked } = client
  client.joinAsked = undefined
  if (joinAsked === undefined) return
  answer(session, joinAsked)
  welcome(session, client)
}

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
