import { ask } from '../../../outbox/to-adapter.js'
import { answer, fail, leaveToAdapter } from '../../../outbox/to-client.js'
import type { Asked, Client } from '../../../state/clients/client.js'
import { argumentsOf } from '../../../state/clients/client.js'
import { isReachable } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { tellOthers } from '../../attribution/console-line.js'
import { mayEndProgram } from '../../control/may-end.js'
import { leaveOnStop, letGo } from './disconnect.js'

/** Runs from `terminate` until the adapter has answered it. */
const TERMINATE_TIMER = 'terminate'

/** `terminate` ends the program for everybody, or fails with a reason: never a false success (mux 11). */
export function terminateProgram(session: Session, asked: Asked): void {
  const { client } = asked
  if (leaveOnStop(session, asked)) return
  if (!mayEndProgram(session, client)) {
    const text = `${client.profile.name} may not end the program: only its launcher, owners and the holder of control may; disconnect leaves it running`
    fail(session, asked, {
      type: 'FORBIDDEN',
      text,
      data: { command: 'terminate', role: client.profile.role, needs: 'owner' },
    })
    return
  }
  if (session.lifecycle.launch?.command === 'attach') {
    const text =
      'the program was attached to, not launched: disconnect with terminateDebuggee:true ends it all the same'
    fail(session, asked, { type: 'FORBIDDEN', text, data: { command: 'terminate' } })
    return
  }
  client.lastCommand = 'terminate'
  const why = whyEnded(client)
  tellOthers(session, client, 'ends the program')
  const isSilent = session.deadlines.unresponsive !== undefined
  if (
    !isSilent &&
    isReachable(session.lifecycle.state) &&
    session.capabilities.announced?.supportsTerminateRequest === true
  ) {
    session.lifecycle.endAsked = { by: client.actor, why }
    ask(session, { command: 'terminate', args: argumentsOf(asked), purpose: { kind: 'client', asked } })
    session.effects.push({ kind: 'startTimer', timer: TERMINATE_TIMER, ms: session.options.limits.terminateMs })
    return
  }
  answer(session, asked)
  letGo(session, { kills: true, suspends: false, by: client, why })
}

function whyEnded({ profile, actor }: Client): string {
  return actor.kind === 'editor' ? `${profile.name} pressed Stop` : `${profile.name} ended the program`
}

/** The adapter has answered `terminate`: it ends the program, or says why not. */
export function terminateAnswered(session: Session): void {
  session.effects.push({ kind: 'cancelTimer', timer: TERMINATE_TIMER })
}

/** The adapter hangs, so that it can neither end the program nor say so: it is ended with the program (mux 11, 26). */
export function terminateOverdue(session: Session): void {
  for (const { command, purpose } of session.pending.entries.values()) {
    if (command !== 'terminate' || purpose.kind !== 'client') continue
    const { asked } = purpose
    answer(session, asked)
    leaveToAdapter(session, asked)
    if (session.lifecycle.state.kind === 'ended') continue
    letGo(session, { kills: true, suspends: false, by: asked.client, why: whyEnded(asked.client) })
  }
}
