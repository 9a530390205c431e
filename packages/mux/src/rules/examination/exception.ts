import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'
import type { BreakpointList, BreakpointSpec } from '../../state/program/breakpoints.js'
import { SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Candidate, Examination, ThrownFacts } from '../../state/program/examination.js'
import type { Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { isUnhandled, isWanted } from '../breakpoints/exception-spec.js'
import { isShared } from './is-shared.js'

type Step = 'info' | 'frame' | 'types'

/**
 * Whether to find out what was thrown before a stop for an exception is announced: the session owns breakpoints for
 * exceptions, or several clients share filters; and the adapter can tell.
 */
export function needsException(session: Session, stop: Stop): boolean {
  const { reason } = stop.body
  if (reason !== 'exception' || stop.threadId === undefined) return false
  if (session.options.traits.exceptions === undefined) return false
  if (session.capabilities.announced?.supportsExceptionInfoRequest !== true) return false
  const owners = listOfExceptions(session)?.owners
  if (owners?.get(SESSION_OWNER)?.specs.some(({ isEnabled }) => isEnabled) === true) return true
  return isShared(session) && exceptionCandidates(session).length > 0
}

/** Whether the stop may be passed over at all: nobody else decides what an editor's own filter stops for. */
export const isOfSession = ({ spec }: Candidate): boolean => spec.client === SESSION_OWNER

const listOfExceptions = (session: Session): BreakpointList | undefined => session.breakpoints.lists.get('exception')

/** All breakpoints that may have wanted the stop. */
export function exceptionCandidates(session: Session): Candidate[] {
  const list = listOfExceptions(session)
  const seen = new Set<BreakpointSpec>()
  return (list?.slots ?? []).flatMap((slot) =>
    slot.specs.flatMap((spec): Candidate[] => {
      if (list === undefined || seen.has(spec)) return []
      seen.add(spec)
      return [{ list, slot, spec, verdict: 'open' }]
    }),
  )
}

/** Asks for the exception; the answer comes to `exceptionExamined`. */
export function askException(session: Session, examination: Examination): void {
  const threadId = threadToAdapter(session.references.threads, examination.stop.threadId)
  send(session, examination, { what: 'info', command: 'exceptionInfo', args: { threadId } })
}

function send(
  session: Session,
  { number: examination }: Examination,
  { what, command, args }: { readonly what: Step; readonly command: string; readonly args: JsonObject },
): void {
  ask(session, { command, args, purpose: { kind: 'examineException', examination, what } })
}

/** Learns from one answer. `asked`: another request went to the adapter; `known`: nothing more has to be asked. */
export function learnException(
  session: Session,
  at: { readonly examination: Examination; readonly what: Step },
  message: JsonObject,
): 'asked' | 'known' {
  const { examination, what } = at
  const body = message['success'] === true && isJsonObject(message['body']) ? message['body'] : {}
  switch (what) {
    case 'info':
      examination.thrown = factsOf(session, body)
      return askTypes(session, examination)
    case 'frame': {
      const frames: unknown = body['stackFrames']
      const frame: unknown = Array.isArray(frames) ? frames[0] : undefined
      const types = session.options.traits.exceptions?.types
      if (!isJsonObject(frame) || types?.from !== 'expression') return 'known'
      const args = { expression: types.expression, frameId: frame['id'], context: 'watch' }
      send(session, examination, { what: 'types', command: 'evaluate', args })
      return 'asked'
    }
    case 'types': {
      const names = namesIn(typeof body['result'] === 'string' ? body['result'] : '')
      if (names.length > 0) examination.thrown = { mode: examination.thrown?.mode, types: names }
      return 'known'
    }
  }
}

/** Evaluates an expression for the types, but only where a type matters. */
function askTypes(session: Session, examination: Examination): 'asked' | 'known' {
  if (session.options.traits.exceptions?.types?.from !== 'expression') return 'known'
  if (!examination.candidates.some(({ spec }) => spec.exception !== undefined && spec.exception.type !== '*'))
    return 'known'
  const threadId = threadToAdapter(session.references.threads, examination.stop.threadId)
  send(session, examination, { what: 'frame', command: 'stackTrace', args: { threadId, startFrame: 0, levels: 1 } })
  return 'asked'
}

function factsOf(session: Session, body: JsonObject): ThrownFacts {
  const { breakMode, exceptionId, details } = body
  const known = isJsonObject(details) ? typesIn(session, details) : []
  const id = typeof exceptionId === 'string' && exceptionId !== '' ? [exceptionId] : []
  return { mode: typeof breakMode === 'string' ? breakMode : undefined, types: known.length > 0 ? known : id }
}

function typesIn({ options }: Session, details: JsonObject): readonly string[] {
  const { fullTypeName, dapplexTypes } = details
  const source = options.traits.exceptions?.types
  switch (source?.from) {
    case 'details':
      return Array.isArray(dapplexTypes) ? dapplexTypes.filter((one) => typeof one === 'string') : []
    case 'fullTypeName':
      return typeof fullTypeName === 'string' ? fullTypeName.split(source.separator) : []
    case 'expression':
    case undefined:
      return []
  }
}

/** The names in a printed string, with or without quotes. */
const namesIn = (text: string): string[] =>
  text
    .replace(/^['"]|['"]$/g, '')
    .split(' ')
    .filter((name) => name !== '')

/** Decides for each candidate whether it wanted to stop for what was thrown. */
export function judgeException(session: Session, { candidates, thrown }: Examination): void {
  const { traits } = session.options
  const facts = thrown ?? { mode: undefined, types: [] }
  for (const candidate of candidates) {
    const { spec } = candidate
    const wants =
      spec.exception === undefined ? fitsFilter(spec, facts, session) : isWanted(spec.exception, facts, traits)
    candidate.verdict = wants ? 'hit' : 'missed'
  }
}

/** A filter that the adapter definition does not describe counts as hit. */
function fitsFilter(spec: BreakpointSpec, { mode }: ThrownFacts, { options }: Session): boolean {
  const { firstChance, secondChance, stopsOnce } = options.traits.exceptions ?? {}
  const filter = spec.raw['filter'] ?? spec.raw['filterId']
  if (mode === undefined) return true
  if (filter === secondChance?.filter) return isUnhandled(mode)
  return filter !== firstChance?.filter || !isUnhandled(mode) || stopsOnce === true
}

/** Whether an unwanted stop may be passed over: not where the adapter always stops for uncaught exceptions. */
export function mayPassOverException(session: Session, { thrown }: Examination): boolean {
  const { unhandledAlways = false } = session.options.traits.exceptions ?? {}
  return !(unhandledAlways && thrown?.mode !== undefined && isUnhandled(thrown.mode))
}
