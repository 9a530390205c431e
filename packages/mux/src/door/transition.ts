import { record } from '../outbox/record.js'
import { introduced } from '../rules/attribution/introduce.js'
import { tellForeign } from '../rules/breakpoints/foreign.js'
import { endLease } from '../rules/control/lease.js'
import { examinationOverdue } from '../rules/examination/examine.js'
import { JOB_TIMER } from '../rules/job/begin.js'
import { jobOverdue, watchJob } from '../rules/job/watch.js'
import { abandonIfEmpty, keepFromAbandon, lingerOver, watchStanding } from '../rules/lifecycle/end/abandon.js'
import { announceLetGo, detach } from '../rules/lifecycle/end/disconnect.js'
import { clientDrained, clientStalled, stalledOfTimer } from '../rules/lifecycle/end/drained.js'
import { adapterClosed, endAdapter, endOverdue, exitLearned } from '../rules/lifecycle/end/end.js'
import { startAgain } from '../rules/lifecycle/end/restart.js'
import { terminateOverdue } from '../rules/lifecycle/end/terminate.js'
import { shutDown } from '../rules/lifecycle/end/shut-down.js'
import { adapterStarted } from '../rules/lifecycle/start/adapter.js'
import { configureForOthers } from '../rules/lifecycle/start/configuration.js'
import { HELD_PAUSE_TIMER, heldPausesOverdue } from '../rules/resume/held-pause.js'
import { deadlinesFired } from '../rules/progress/deadlines.js'
import { passOverOverdue } from '../rules/resume/pass-over.js'
import { childOpened } from '../rules/reverse/child.js'
import { look } from '../rules/recording/look.js'
import { failReverse, reverseOfTimer, commandRan } from '../rules/reverse/reverse.js'
import { takeLaterStops } from '../rules/stops/stopped-event.js'
import { carryOut } from '../rules/stops/verdict.js'
import type { Client } from '../state/clients/client.js'
import { createFlow } from '../state/clients/flow.js'
import type { ClientId, ClientProfile, Effect, Input } from '../state/contract/input.js'
import { clientId } from '../state/contract/input.js'
import type { Session } from '../state/session.js'
import { defaultConventions } from '../translation/conventions/conventions.js'
import { adapterMessage } from './adapter-message.js'
import { admitDeferred, clientMessage } from './client-message.js'

/**
 * One step: takes an input and returns the effects, in order. Never throws on what a client or an adapter sends. The
 * session is changed in place; the caller carries out the effects.
 */
export function transition(session: Session, input: Input): readonly Effect[] {
  session.now = input.now
  session.effects = []
  route(session, input)
  takeLaterStops(session)
  watchJob(session)
  configureForOthers(session)
  admitDeferred(session)
  tellForeign(session)
  watchStanding(session)
  return session.effects
}

function route(session: Session, input: Input): void {
  switch (input.kind) {
    case 'clientConnected':
      connect(session, input.client, input.profile)
      return
    case 'clientMessage':
      withClient(session, input.client, (client) =>
        clientMessage(session, client, { message: input.message, answered: input.answered }),
      )
      return
    case 'clientClosed':
      withClient(session, input.client, (client) => {
        session.clients.delete(client.id)
        detach(session, client, input.why)
        abandonIfEmpty(session)
      })
      return
    case 'clientDrained':
      withClient(session, input.client, (client) => clientDrained(session, client, input.bytes))
      return
    case 'adapterStarted':
      adapterStarted(session)
      return
    case 'adapterMessage':
      adapterMessage(session, input)
      return
    case 'adapterClosed':
      if (session.lifecycle.state.kind === 'restarting') startAgain(session)
      else adapterClosed(session, input)
      return
    case 'commandRan':
      commandRan(session, input.run, input.outcome)
      return
    case 'childOpened':
      childOpened(session, input.child, input.outcome)
      return
    case 'exitLearned':
      exitLearned(session, input.exit)
      return
    case 'letGo':
      withClient(session, input.client, (client) => announceLetGo(session, client, input.why))
      return
    case 'look':
      look(session, input)
      return
    case 'shutDown':
      shutDown(session, input.why)
      return
    case 'timerFired':
      fire(session, input.timer)
  }
}

function fire(session: Session, timer: string): void {
  switch (timer) {
    case 'disconnect':
      endAdapter(session)
      return
    case 'terminate':
      terminateOverdue(session)
      return
    case 'exited':
      endOverdue(session)
      return
    case 'examine':
      carryOut(session, examinationOverdue(session))
      return
    case 'passOver':
      passOverOverdue(session)
      return
    case 'deadlines':
      deadlinesFired(session)
      return
    case 'lease':
      endLease(session, { change: 'expired' })
      return
    case HELD_PAUSE_TIMER:
      heldPausesOverdue(session)
      return
    case JOB_TIMER:
      jobOverdue(session)
      return
    case 'abandon':
      lingerOver(session)
      return
    default:
      fireNumbered(session, timer)
  }
}

/** Timers of one client, or of one request of the adapter. */
function fireNumbered(session: Session, timer: string): void {
  const number = reverseOfTimer(timer)
  if (number !== undefined) failReverse(session, number, 'the client that was asked has not answered in time')
  const stalled = stalledOfTimer(timer)
  if (stalled !== undefined) withClient(session, clientId(stalled), (client) => clientStalled(session, client))
}

function withClient(session: Session, id: ClientId, act: (client: Client) => void): void {
  const client = session.clients.get(id)
  if (client !== undefined) act(client)
}

function connect(session: Session, id: ClientId, profile: ClientProfile): void {
  if (session.clients.has(id)) return
  const client: Client = {
    id,
    ...introduced(session, id, profile),
    joinedAt: session.now,
    keepBreakpoints: profile.keepBreakpoints,
    foreignBreakpoints: profile.foreignBreakpoints,
    stage: 'connected',
    conventions: defaultConventions,
    isOpener: false,
    seq: 0,
    open: new Set(),
    deferred: [],
    lastCommand: undefined,
    hasStarted: false,
    joinAsked: undefined,
    seenStopId: 0,
    spelled: new Map(),
    flow: createFlow(),
    filters: { kind: 'chosen', offered: [] },
    onStop: undefined,
    hasHeardEnd: false,
  }
  session.clients.set(id, client)
  keepFromAbandon(session)
  record(session, { kind: 'clientJoined', client: client.actor })
}
