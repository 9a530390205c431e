import { countIn, objectIn, type JsonObject } from '@dapplex/protocol'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'
import type { Epoch } from '../../state/ids/reference-table.js'
import { epochOf } from '../../state/ids/references.js'
import { groupOf } from '../../state/requests/standard.js'
import type { Session } from '../../state/session.js'
import { shiftToAdapter } from '../../translation/conventions/shift.js'
import { argumentsToAdapter } from '../../translation/conventions/to-adapter.js'
import { resolveIds } from '../../translation/references/to-adapter.js'
import { sourcesToAdapter } from '../../translation/sources/spelling.js'
import { passageOf } from '../capabilities/gate.js'

/** Arguments as the adapter takes them, and where the ids of the answer will belong. */
export type Prepared =
  | { readonly kind: 'ready'; readonly args: JsonObject | undefined; readonly epoch: Epoch }
  | { readonly kind: 'refused'; readonly failure: Failure }

/** Translates ids and conventions, and holds back what the adapter cannot take (mux 5, 8, 25). */
export function prepare(session: Session, asked: Asked): Prepared {
  const { command } = asked.request
  const { adapterTitle, traits } = session.options
  const passage = passageOf({ adapterTitle, traits, announced: session.capabilities.announced }, command)
  if (passage.kind === 'closed') {
    const data = passage.flag === undefined ? { command } : { command, capability: passage.flag }
    return { kind: 'refused', failure: { type: 'UNSUPPORTED', text: passage.why, data } }
  }
  const { threadId } = argumentsOf(asked)
  if (typeof threadId === 'number' && session.threads.ended.has(threadId)) {
    const text = `thread ${threadId} has ended; ask for the threads again`
    const data = { name: 'threadId', id: String(threadId), stop_id: String(session.threads.stopId) }
    return { kind: 'refused', failure: { type: 'STALE_REFERENCE', text, data } }
  }
  if (asked.request.arguments === undefined) return { kind: 'ready', args: undefined, epoch: epochFor(session, {}) }
  const shift = shiftToAdapter(asked.client.conventions, traits.pathFormat)
  const shifted = argumentsToAdapter(command, argumentsOf(asked), shift)
  const resolved = resolveIds(session.references, command, inAdapterSpelling(session, asked, shifted))
  if (resolved.kind !== 'resolved') return { kind: 'refused', failure: referenceFailure(session, resolved) }
  const epoch = lifetime(session, command, resolved.epoch ?? epochFor(session, argumentsOf(asked)))
  return { kind: 'ready', args: asMayRead(session, asked, resolved.args), epoch }
}

/** Reading runs no code of the program for an observer, where the adapter can do without (`evaluation.plainReads`). */
function asMayRead({ options }: Session, { client, request }: Asked, args: JsonObject): JsonObject {
  const { plainReads } = options.traits.evaluation
  if (plainReads === undefined || request.command !== 'variables' || client.profile.role !== 'observer') return args
  return { ...args, format: { ...objectIn(args, 'format'), ...plainReads.format } }
}

/** A list of breakpoints keeps its owner's spelling: the union decides which one goes upstream. */
const inAdapterSpelling = (session: Session, { client, request: { command } }: Asked, args: JsonObject): JsonObject =>
  groupOf(command) === 'breakpoints' ? args : sourcesToAdapter(session, client, { command, args })

/** The epoch of ids when no id in the request says it: its thread's stop, else the latest stop, else the process. */
function epochFor(session: Session, args: JsonObject): Epoch {
  const { threads, references } = session
  const threadId = countIn(args, 'threadId') ?? threads.stop?.threadId
  return threadId === undefined ? references.process : epochOf(references, threadId, threads.stopId)
}

/** References from evaluations may live longer than their frame: the adapter definition says so (mux 5). */
const lifetime = (session: Session, command: string, epoch: Epoch): Epoch =>
  command === 'evaluate' && session.options.traits.references.evaluate === 'session'
    ? session.references.process
    : epoch

function referenceFailure(session: Session, found: { kind: 'stale' | 'unknown'; name: string; id: number }): Failure {
  const data = { name: found.name, id: String(found.id), stop_id: String(session.threads.stopId) }
  if (found.kind === 'unknown')
    return { type: 'UNKNOWN_REFERENCE', text: `${found.name} ${found.id} was never given out in this session`, data }
  const text = `${found.name} ${found.id} belongs to an earlier stop: its thread has been resumed since; ask for the stack again`
  return { type: 'STALE_REFERENCE', text, data }
}
