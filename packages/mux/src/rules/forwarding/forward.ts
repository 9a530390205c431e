import { ask } from '../../outbox/to-adapter.js'
import { fail } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import { groupOfRequest, isAutomaticEvaluation } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { watchSilence } from '../progress/deadlines.js'
import { isKnown } from '../progress/known-answers.js'
import { startWrite } from '../writes/read-back.js'
import { prepare } from './prepare.js'
import { startReadingAnew } from './read-anew.js'

/** Sends a request on as it is. */
export function forward(session: Session, asked: Asked): void {
  const prepared = prepare(session, asked)
  if (prepared.kind === 'refused') {
    fail(session, asked, prepared.failure)
    return
  }
  const { command } = asked.request
  noteEffect(session, asked)
  if (isKnown(session, asked)) watchSilence(session, asked)
  if (startWrite(session, asked, prepared) || startReadingAnew(session, asked, prepared.epoch)) return
  ask(session, { command, args: prepared.args, purpose: { kind: 'client', asked }, epoch: prepared.epoch })
}

/** Notes the effects that a request may have before it is answered. */
function noteEffect(session: Session, asked: Asked): void {
  const { command } = asked.request
  const group = groupOfRequest({ command, args: argumentsOf(asked) }, session.options.traits)
  if (command === 'stackTrace') asked.client.seenStopId = session.threads.stopId
  if (group !== 'change' && group !== 'other') return
  if (isAutomaticEvaluation(command, argumentsOf(asked))) return
  asked.client.lastCommand = command
  session.resumes.mayHaveResumed = true
}
