import { ask } from '../../../outbox/to-adapter.js'
import { answer, fail } from '../../../outbox/to-client.js'
import type { Asked } from '../../../state/clients/client.js'
import { argumentsOf } from '../../../state/clients/client.js'
import { isReachable } from '../../../state/lifecycle.js'
import type { Session } from '../../../state/session.js'
import { tellOthers } from '../../attribution/console-line.js'
import { mayEndProgram } from '../../control/may-end.js'
import { letGo } from './disconnect.js'

/** `terminate` ends the program for everybody, or fails with a reason: never a false success (mux 11). */
export function terminateProgram(session: Session, asked: Asked): void {
  const { client } = asked
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
  const { name } = client.profile
  const why = client.actor.kind === 'editor' ? `${name} pressed Stop` : `${name} ended the program`
  tellOthers(session, client, 'ends the program')
  const isSilent = session.deadlines.unresponsive !== undefined
  if (
    !isSilent &&
    isReachable(session.lifecycle.state) &&
    session.capabilities.announced?.supportsTerminateRequest === true
  ) {
    session.lifecycle.endAsked = { by: client.actor, why }
    ask(session, { command: 'terminate', args: argumentsOf(asked), purpose: { kind: 'client', asked } })
    return
  }
  answer(session, asked)
  letGo(session, { kills: true, suspends: false, by: client, why })
}
