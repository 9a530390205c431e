import { booleanIn, endsWithSession, type JsonObject } from '@dapplex/protocol'
import { record } from '../../../outbox/record.js'
import { answer, giveUp, tell, tellImportant } from '../../../outbox/to-client.js'
import type { Asked, Client } from '../../../state/clients/client.js'
import { argumentsOf } from '../../../state/clients/client.js'
import type { Session } from '../../../state/session.js'
import { tellOthers } from '../../attribution/console-line.js'
import { withdrawAll } from '../../breakpoints/foreign.js'
import { dropOwner } from '../../breakpoints/leave.js'
import { releaseOf } from '../../control/lease.js'
import { mayEndProgram, onlyLeaves } from '../../control/may-end.js'
import { failReversesOf } from '../../reverse/reverse.js'
import { decideLeave } from '../leave-table.js'
import { chooseOpener } from '../start/greet.js'
import { dismissAdapter, endSession, failOpen } from './end.js'

/**
 * `disconnect` always detaches its sender and succeeds at once: editors ignore a refusal. A table decides about the
 * program. Where the request was not granted the sender is told before it goes (mux 11).
 */
export function disconnectClient(session: Session, asked: Asked): void {
  const { client } = asked
  const args = argumentsOf(asked)
  const terminate = booleanIn(args, 'terminateDebuggee')
  const isEnded = session.lifecycle.state.kind === 'ended'
  const isLast = othersIn(session, client).length === 0
  const row = decideLeave({
    request: session.lifecycle.launch?.command ?? 'launch',
    isLast,
    terminate,
    mayEnd: mayEndProgram(session, client) && (isLast || !onlyLeaves(session, client)),
  })
  const endsAnyway =
    row.outcome === 'release' && endsWithSession(session.options.traits, session.lifecycle.launch?.command)
  if (!row.isGranted && !isEnded) {
    const fate = endsAnyway ? ENDS_WITH_IT : `the program was not ended: ${row.why}`
    tellImportant(session, client, `${fate}; you have been detached`)
  }
  // Many clients close their connection as soon as disconnect is answered: what is still open is answered before.
  giveUpOpen(session, client, { why: 'disconnected', except: asked })
  withdrawAll(session, client)
  answer(session, asked)
  detach(session, client, 'disconnected')
  if (isEnded || row.outcome === 'stay') return
  const kills = row.outcome === 'kill' || endsAnyway
  if (kills) tellOthers(session, client, 'disconnects and ends the program')
  const fate = row.outcome === 'kill' ? ' and ended the program' : kills ? `; ${ENDS_WITH_IT}` : '; the program goes on'
  const why = `${client.profile.name} disconnected${fate}`
  letGo(session, { kills, suspends: isLast && args['suspendDebuggee'] === true, by: client, why })
}

/** `terminate` of a client that means to leave only: to the others it is a disconnect, to itself the end (mux 11). */
export function leaveOnStop(session: Session, asked: Asked): boolean {
  const { client } = asked
  if (client.onStop !== 'leave' || othersIn(session, client).length === 0) return false
  giveUpOpen(session, client, { why: 'disconnected', except: asked })
  answer(session, asked)
  client.hasHeardEnd = true
  withdrawAll(session, client)
  tell(session, client, { event: 'terminated' })
  detach(session, client, 'disconnected')
  return true
}

const ENDS_WITH_IT = 'the program has ended with it, since its debugger cannot let go what it has started'

/** How a session ends: what becomes of the program, in whose name, and why. */
interface LettingGo {
  readonly kills: boolean
  readonly suspends: boolean
  readonly by: Client | undefined
  readonly why: string
}

/** Ends the session in the name of a client: the adapter is told what to do with the program. */
export function letGo(session: Session, how: LettingGo): void {
  const args: JsonObject = {
    terminateDebuggee: how.kills,
    ...(how.suspends && session.capabilities.announced?.supportSuspendDebuggee === true
      ? { suspendDebuggee: true }
      : {}),
  }
  dismissAdapter(session, args)
  if (how.by !== undefined) session.lifecycle.endAsked = { by: how.by.actor, why: how.why }
  endSession(session, how.why)
  failOpen(session, how.why)
}

/** A client detaches from the program for everybody: the others learn who it was when the adapter has gone (mux 11, 18). */
export function announceLetGo(session: Session, client: Client, why: string): void {
  if (session.lifecycle.state.kind === 'ended') return
  session.lifecycle.endAsked = { by: client.actor, why, letsGo: true }
  tellOthers(session, client, 'detaches from the program, which goes on')
}

/** Clients that are in the session beside this one. */
export const othersIn = (session: Session, client: Client): Client[] =>
  [...session.clients.values()].filter((other) => other !== client && other.stage !== 'left')

/**
 * Takes a client out: its open requests fail and its breakpoints are removed (mux 3).
 */
export function detach(session: Session, client: Client, why: string): void {
  if (client.stage === 'left') return
  client.stage = 'left'
  client.isOpener = false
  giveUpOpen(session, client, { why })
  failReversesOf(session, client)
  releaseOf(session, client)
  record(session, { kind: 'clientLeft', client: client.actor, why })
  if (client.hasStarted && session.lifecycle.state.kind !== 'ended') tellOthers(session, client, 'left the session')
  dropOwner(session, client)
  chooseOpener(session)
}

/** Answers the requests of a client that leaves, in the order they came (mux 20). */
function giveUpOpen(session: Session, client: Client, { why, except }: { why: string; except?: Asked }): void {
  client.deferred.splice(0)
  client.joinAsked = undefined
  for (const asked of client.open)
    if (asked !== except) giveUp(session, asked, { type: 'CANCELLED', text: `its sender has ${why}` })
}

/**
 * `disconnect` of a client that has never been greeted, because its initialize failed or never came. It succeeds
 * (mux 11), and a session that nobody has started anything in ends.
 */
export function disconnectUngreeted(session: Session, asked: Asked): void {
  const { client } = asked
  giveUpOpen(session, client, { why: 'disconnected', except: asked })
  answer(session, asked)
  detach(session, client, 'disconnected')
  const { launch, state } = session.lifecycle
  if (launch === undefined && state.kind !== 'ended' && othersIn(session, client).length === 0)
    letGo(session, { kills: true, suspends: false, by: client, why: `${client.profile.name} disconnected` })
}

/** Takes out a client that cannot be served any more, and closes its connection. */
export function disconnectFor(session: Session, client: Client, why: string): void {
  session.clients.delete(client.id)
  detach(session, client, why)
  session.effects.push({ kind: 'closeClient', client: client.id, why: `${client.profile.name} ${why}` })
}
