import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { setBreakpoints } from '../breakpoints/set.js'
import { passageOf } from '../capabilities/gate.js'
import type { Asked } from '../client/asked.js'
import { argumentsOf } from '../client/asked.js'
import { argumentsToAdapter } from '../conventions/to-adapter.js'
import { shiftToAdapter } from '../conventions/shift.js'
import type { Failure } from '../failure.js'
import type { Epoch } from '../ids/reference-table.js'
import { answer, ask, fail } from '../outbox.js'
import { epochOf } from '../references/references.js'
import { resolveIds } from '../references/to-adapter.js'
import type { Session } from '../session.js'
import { groupOfRequest, isAutomaticEvaluation } from './standard.js'

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
  if (asked.request.arguments === undefined) return { kind: 'ready', args: undefined, epoch: epochFor(session, {}) }
  const shift = shiftToAdapter(asked.client.conventions, traits.pathFormat)
  const shifted = argumentsToAdapter(command, argumentsOf(asked), shift)
  const resolved = resolveIds(session.references, command, shifted)
  if (resolved.kind !== 'resolved') return { kind: 'refused', failure: referenceFailure(session, resolved) }
  const epoch = lifetime(session, command, resolved.epoch ?? epochFor(session, argumentsOf(asked)))
  return { kind: 'ready', args: resolved.args, epoch }
}

/** Where ids belong when no id in the request says so: its thread's stop, else the latest stop, else the process. */
function epochFor(session: Session, args: JsonObject): Epoch {
  const { threads, references } = session
  const threadId = typeof args['threadId'] === 'number' ? args['threadId'] : threads.stop?.threadId
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
  const text = `${found.name} ${found.id} is of an earlier stop: its thread has been resumed since; ask for the stack again`
  return { type: 'STALE_REFERENCE', text, data }
}

/** Sends a request on as it is. */
export function forward(session: Session, asked: Asked): void {
  const prepared = prepare(session, asked)
  if (prepared.kind === 'refused') {
    fail(session, asked, prepared.failure)
    return
  }
  const { command } = asked.request
  noteEffect(session, asked)
  ask(session, { command, args: prepared.args, purpose: { kind: 'client', asked }, epoch: prepared.epoch })
}

/** Remembers what others should know of a request before it is answered. */
function noteEffect(session: Session, asked: Asked): void {
  const { command } = asked.request
  const group = groupOfRequest({ command, args: argumentsOf(asked) }, session.options.traits)
  if (command === 'stackTrace') asked.client.seenStopId = session.threads.stopId
  if (group !== 'change' && group !== 'other') return
  if (isAutomaticEvaluation(command, argumentsOf(asked))) return
  asked.client.lastCommand = command
  session.resumes.mayHaveResumed = true
}

function wantsNone(asked: Asked): boolean {
  const { breakpoints } = argumentsOf(asked)
  return Array.isArray(breakpoints) && breakpoints.length === 0
}

/** The five requests that replace a list of breakpoints. */
export function forwardBreakpoints(session: Session, asked: Asked): void {
  const prepared = prepare(session, asked)
  if (prepared.kind === 'refused') {
    // There are none, whether the adapter knows the kind or not: nvim-dap and others clear lists they have never set.
    if (prepared.failure.type === 'UNSUPPORTED' && wantsNone(asked)) answer(session, asked, { breakpoints: [] })
    else fail(session, asked, prepared.failure)
    return
  }
  asked.client.lastCommand = asked.request.command
  setBreakpoints(session, asked, isJsonObject(prepared.args) ? prepared.args : {})
}
