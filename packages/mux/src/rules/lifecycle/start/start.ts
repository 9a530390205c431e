import { textsIn, type JsonObject } from '@dapplex/protocol'
import { ask } from '../../../outbox/to-adapter.js'
import { fail, tell } from '../../../outbox/to-client.js'
import type { Asked, Client } from '../../../state/clients/client.js'
import { argumentsOf, hears } from '../../../state/clients/client.js'
import type { ClientId } from '../../../state/contract/input.js'
import { isReachable } from '../../../state/lifecycle.js'
import { isAnyStopped } from '../../../state/program/threads.js'
import type { Session } from '../../../state/session.js'
import { rename } from '../../attribution/introduce.js'
import { holdFilters } from '../../breakpoints/default-filters.js'
import { withoutDapplexKeys } from '../../../translation/conventions/to-adapter.js'
import { tellOthers } from '../../attribution/console-line.js'
import { watchWait } from '../../progress/deadlines.js'
import { admitJoiner, isSettled, launchSent, welcome } from './welcome.js'

/**
 * `launch` or `attach`: the first one starts the program, any other joins the session (mux 7, 10). A join is answered
 * with an empty body as soon as the start has succeeded, or fails with it.
 */
export function startOrJoin(session: Session, asked: Asked): void {
  const { client } = asked
  if (client.hasStarted) {
    const text = `launch or attach may be sent once per connection; connect again for another session`
    fail(session, asked, { type: 'INVALID_REQUEST', text })
    return
  }
  client.hasStarted = true
  const args = argumentsOf(asked)
  readDapplexKeys(session, client, args)
  client.lastCommand = asked.request.command
  if (isJoin(session, asked)) {
    hearOnceJoined(session, client)
    if (client.stage === 'greeted' || client.stage === 'configuring') client.stage = 'joining'
    client.joinAsked = asked
    if (session.lifecycle.state.kind !== 'ended') tellOthers(session, client, 'joined the session')
    if (isSettled(session.lifecycle.state)) admitJoiner(session, client)
    else watchWait(session, asked)
    return
  }
  const command = asked.request.command === 'attach' ? 'attach' : 'launch'
  for (const other of session.clients.values()) if (other !== client) hearOnceJoined(session, other)
  client.isOpener = true
  session.lifecycle.launch = { client: client.id, command, args: withoutDapplexKeys(args) }
  session.lifecycle.launchAsked = asked
  if (client.stage === 'greeted') client.stage = 'joining'
  sendLaunch(session)
  welcome(session, client)
}

/**
 * A client that has opened the session joins it instead: it hears nothing until it has joined, and then of the present stop, so the
 * one that it knows is over for it (mux 7).
 */
function hearOnceJoined(session: Session, client: Client): void {
  const { threads } = session
  const knowsStop = client.isOpener && hears(client) && isAnyStopped(threads)
  client.isOpener = false
  if (knowsStop && !hears(client))
    tell(session, client, { event: 'continued', body: { threadId: threads.current ?? 0, allThreadsContinued: true } })
}

/**
 * Sends the launch at once, or as soon as the adapter has answered initialize. `initialized` does not wait for its
 * answer.
 */
export function sendLaunch(session: Session): void {
  const { lifecycle } = session
  const { launch, launchAsked } = lifecycle
  if (launch === undefined || launchAsked === undefined || !isReachable(lifecycle.state)) return
  lifecycle.launchAsked = undefined
  ask(session, { command: launch.command, args: launch.args, purpose: { kind: 'client', asked: launchAsked } })
  launchSent(session)
}

/**
 * After the first launch every launch or attach is a join. Before that, only one that names a session or has no
 * arguments is.
 */
function isJoin(session: Session, asked: Asked): boolean {
  if (session.lifecycle.launch !== undefined || session.lifecycle.state.kind === 'ended') return true
  const args = argumentsOf(asked)
  if ('dapplexSession' in args) return true
  return !asked.client.isOpener && Object.keys(withoutDapplexKeys(args)).length === 0
}

function readDapplexKeys(session: Session, client: Client, args: JsonObject): void {
  const name = args['dapplexName']
  if (typeof name === 'string' && name !== '') rename(session, client, name)
  if (typeof args['dapplexKeepBreakpoints'] === 'boolean') client.keepBreakpoints = args['dapplexKeepBreakpoints']
  if (typeof args['dapplexForeignBreakpoints'] === 'boolean')
    client.foreignBreakpoints = args['dapplexForeignBreakpoints']
  const { dapplexOnStop: onStop } = args
  if (onStop === 'leave' || onStop === 'end') client.onStop = onStop
  if (!Array.isArray(args['dapplexExceptionFilters'])) return
  const names = textsIn(args, 'dapplexExceptionFilters')
  client.filters = { kind: 'wanted', offered: client.filters.offered, names }
  holdFilters(session, client)
}

export const isLauncher = (session: Session, id: ClientId): boolean => session.lifecycle.launch?.client === id
