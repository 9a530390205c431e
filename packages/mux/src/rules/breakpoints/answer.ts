import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import type { BreakpointList, BreakpointSpec, Waiter } from '../../state/program/breakpoints.js'
import { askedFor, findSpec, slotOf } from '../../state/program/breakpoints.js'
import { WITHOUT_DEBUGGING } from '../../state/lifecycle.js'
import type { Session } from '../../state/session.js'
import { sourceKey } from '../../translation/sources/source-key.js'
import { wordsOf } from '../attribution/breakpoint-lines.js'

/** One breakpoint as its owner sees it: the adapter's answer with the owner's id and path spelling (mux 1, 2). */
export function breakpointBody(session: Session, list: BreakpointList, spec: BreakpointSpec): JsonObject {
  const original = spec.aliasOf === undefined ? undefined : findSpec(session.breakpoints, spec.aliasOf)
  if (original !== undefined) return copyBody(session, { list, spec, original: original.spec })
  const place = list.kind === 'source' ? pick(spec.raw, ['line', 'column']) : {}
  if (!spec.isEnabled)
    return { id: spec.id, verified: false, message: list.problems.get(spec.id) ?? 'disabled', ...place }
  const answer = session.lifecycle.state.kind === 'undebugged' ? undefined : slotOf(list, spec)?.answer
  if (answer === undefined) return { id: spec.id, verified: false, message: waitingReason(session), ...place }
  const problem = list.problems.get(spec.id)
  const message = problem === undefined ? {} : { message: problem }
  return { ...withoutOldReason(answer), id: spec.id, ...message, ...spelling(session, list, { spec, answer }) }
}

/** A copy of another client's breakpoint is as good as the original, and says whose it is (mux 2). */
function copyBody(
  session: Session,
  { list, spec, original }: { list: BreakpointList; spec: BreakpointSpec; original: BreakpointSpec },
): JsonObject {
  const body = breakpointBody(session, list, original)
  const answer = slotOf(list, original)?.answer ?? {}
  const source = answer['source'] === undefined ? {} : { source: answer['source'] }
  const message = shownMessage(session, original, body)
  return { ...body, ...source, id: spec.id, message, ...spelling(session, list, { spec, answer }) }
}

/** What an editor shows beside another client's breakpoint: whose it is, when it stops, and what the adapter says. */
export function shownMessage(session: Session, spec: BreakpointSpec, { message }: JsonObject): string {
  const owner = session.clients.get(spec.client)?.actor ?? spec.setBy
  const whose = owner === undefined ? 'breakpoint of this session' : `breakpoint of ${owner.name}`
  return `${whose}${wordsOf(spec)}${typeof message === 'string' ? `: ${message}` : ''}`
}

/** `reason` says why a breakpoint is not verified (DAP, "Breakpoint"); some adapters leave it there afterwards. */
function withoutOldReason(answer: JsonObject): JsonObject {
  if (answer['verified'] !== true || !('reason' in answer)) return answer
  const { reason: _reason, ...rest } = answer
  return rest
}

function waitingReason(session: Session): string {
  const title = session.options.adapterTitle
  switch (session.lifecycle.state.kind) {
    case 'undebugged':
      return WITHOUT_DEBUGGING
    case 'ended':
      return `the session with ${title} has ended`
    case 'starting':
    case 'configuring':
    case 'running':
    case 'stopped':
    case 'restarting':
      return `${title} has not confirmed it`
  }
}

/** The source of an answer in the owner's spelling, where that differs. */
export function spelling(
  session: Session,
  list: BreakpointList,
  at: { spec: BreakpointSpec; answer: JsonObject },
): JsonObject {
  const { source } = at.answer
  const spelled = list.owners.get(at.spec.client)?.source
  if (!isJsonObject(source) || spelled === undefined || typeof spelled['path'] !== 'string') return {}
  if (sourceKey(session, source) !== list.key) return {}
  return source['path'] === spelled['path'] ? {} : { source: { ...source, path: spelled['path'] } }
}

/** The body of the answer to one waiter: only its breakpoints, in its order. */
export function listBody(session: Session, list: BreakpointList, waiter: Waiter): JsonObject | undefined {
  const { rest, hasList } = list.answered
  if (list.kind === 'exception' && !hasList) return rest
  return { ...rest, breakpoints: askedFor(waiter.specs).map((spec) => breakpointBody(session, list, spec)) }
}

function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (typeof from[key] === 'number' ? [[key, from[key]]] : [])))
}
