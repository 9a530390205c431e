import { isJsonObject, type JsonObject, type ScannedAnswer } from '@dapplex/protocol'
import { dialectFor, passOnAnswer } from '../../outbox/to-client.js'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import { isLazy } from '../../state/ids/references.js'
import { rememberTold } from '../../state/program/sources.js'
import { takePending } from '../../state/requests/pending.js'
import type { Session } from '../../state/session.js'
import { isNothing } from '../../translation/conventions/shift.js'
import { keepsNames } from '../../translation/references/evaluate-names.js'
import { type Origin, responseIds } from '../../translation/references/from-adapter.js'
import { passedBody } from '../../translation/references/passed-body.js'
import { keepStack } from '../progress/known-answers.js'

/** The same answer; it is parsed when somebody asks for it. */
interface Unparsed {
  readonly message: unknown
}

/**
 * Passes an answer of the adapter on in its own bytes, with the ids that the client knows. It does what `answered` does with the
 * same message. False, and nothing done, where a rule has to look at the message itself.
 */
export function passAnswer(session: Session, came: Unparsed, answer: ScannedAnswer): boolean {
  const pending = session.pending.entries.get(answer.requestSeq)
  if (pending?.purpose.kind !== 'client' || pending.purpose.write !== undefined) return false
  const { asked } = pending.purpose
  if (pending.command !== answer.command || !mayPass(session, asked, answer)) return false
  takePending(session.pending, pending.seq)
  const origin = { references: session.references, epoch: pending.epoch ?? session.references.process }
  const body = passedBody(origin, answer)
  if (answer.command === 'stackTrace') {
    for (const path of answer.sourcePaths()) rememberTold(session.sources, path)
    keepStack(session, pending, () => translated(origin, answer, came))
  }
  passOnAnswer(session, asked, { command: answer.command, body })
  return true
}

/** Whether the client gets every member of this answer as it stands, ids apart, and no rule learns from it but paths. */
function mayPass(session: Session, asked: Asked, { command, has }: ScannedAnswer): boolean {
  const { client, request, state } = asked
  const { references, options } = session
  if (state !== 'open' || request.command !== command) return false
  // Only what goes over a wire saves the printing.
  if (client.actor.kind !== 'editor' || client.spelled.size > 0) return false
  const { conventions, shift } = dialectFor(session, client.conventions)
  if (!isNothing(shift)) return false
  if ((has.type && !conventions.variableType) || (has.memoryReference && !conventions.memoryReferences)) return false
  if (command === 'stackTrace') return true
  if (options.traits.references.show !== 'now') return false
  if (command === 'scopes') return true
  return keepsNames(options.traits) && !isLazy(references, argumentsOf(asked)['variablesReference'])
}

/** An id of the adapter has the same id of the clients again, as long as its epoch is not over. */
function translated(origin: Origin, { command }: ScannedAnswer, { message }: Unparsed): JsonObject {
  const body = responseIds(origin, command, isJsonObject(message) ? message['body'] : undefined)
  return isJsonObject(body) ? body : {}
}
