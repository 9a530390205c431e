import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject, readLogMessage } from '@dapplex/protocol'
import { record } from '../../outbox/record.js'
import { tell, tellAll } from '../../outbox/to-client.js'
import { SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Candidate, Examination } from '../../state/program/examination.js'
import { keepOutput } from '../../state/program/history.js'
import type { Session } from '../../state/session.js'
import { eventIds } from '../../translation/references/from-adapter.js'

/** Prints the line of a log point that the multiplexer evaluates: to its owner, or to all where the session owns it. */
export function printLog(session: Session, examination: Examination, candidate: Candidate): void {
  const { spec } = candidate
  const parts = readLogMessage(spec.logMessage ?? '')
  const valueAt = (part: number) =>
    examination.questions.find((one) => one.candidate === candidate && one.part === part)?.value ??
    '{no answer in time}'
  const line = parts.map((part, index) => (part.kind === 'text' ? part.text : valueAt(index))).join('')
  spec.hits += 1
  record(session, { kind: 'output', category: 'console', text: `${line}\n` })
  const body = { category: 'console', output: `${line}\n`, ...placeOf(session, examination.frame) }
  if (spec.client === SESSION_OWNER) {
    keepOutput(session.history.output, body)
    tellAll(session, { event: 'output', body })
    return
  }
  const owner = session.clients.get(spec.client)
  if (owner !== undefined) tell(session, owner, { event: 'output', body })
}

/** Where a log line came from, as adapters tell it (DAP, `OutputEvent`). */
function placeOf(session: Session, frame: JsonObject | undefined): JsonObject {
  if (frame === undefined || !isJsonObject(frame['source']) || typeof frame['line'] !== 'number') return {}
  const { source, line } = frame
  return eventIds({ references: session.references, epoch: session.references.process }, { source, line }) as JsonObject
}
