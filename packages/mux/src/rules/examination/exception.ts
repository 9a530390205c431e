import { isJsonObject, type JsonObject, listIn, textIn, typeInId } from '@dapplex/protocol'
import { ask } from '../../outbox/to-adapter.js'
import { threadToAdapter } from '../../state/ids/thread-ids.js'
import type { BreakpointList, BreakpointSpec } from '../../state/program/breakpoints.js'
import { SESSION_OWNER } from '../../state/program/breakpoints.js'
import type { Candidate, ExceptionStep, Examination, ThrownFacts } from '../../state/program/examination.js'
import type { Stop } from '../../state/program/stop.js'
import type { Session } from '../../state/session.js'
import { isExit, isUnhandled, isWanted } from '../breakpoints/exception-spec.js'
import { isShared } from './is-shared.js'
import { learnPassing, passingExpression } from './passing.js'

/**
 * Whether to find out what was thrown before a stop for an exception is announced: the session owns breakpoints for
 * exceptions, or several clients share filters, or the adapter stops several times for one; and the adapter can tell.
 */
export function needsException(session: Session, stop: Stop): boolean {
  const { reason } = stop.body
  if (reason !== 'exception' || stop.threadId === undefined) return false
  if (session.options.traits.exceptions === undefined) return false
  if (session.capabilities.announced?.supportsExceptionInfoRequest !== true) return false
  if (session.options.traits.exceptions.passing !== undefined) return true
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
  { what, command, args }: { readonly what: ExceptionStep; readonly command: string; readonly args: JsonObject },
): void {
  ask(session, { command, args, purpose: { kind: 'examineException', examination, what } })
}

/** Learns from one answer. `asked`: another request went to the adapter; `known`: nothing more has to be asked. */
export function learnException(
  session: Session,
  at: { readonly examination: Examination; readonly what: ExceptionStep },
  message: JsonObject,
): 'asked' | 'known' {
  const { examination, what } = at
  const body = message['success'] === true && isJsonObject(message['body']) ? message['body'] : {}
  switch (what) {
    case 'info':
      examination.thrown = factsOf(session, body)
      return askFrame(session, examination)
    case 'frame':
      examination.frame = listIn(body, 'stackFrames')[0]
      return askPassing(session, examination)
    case 'passing': {
      const passes = learnPassing(session, examination, textIn(body, 'result') ?? '')
      examination.thrown = { mode: undefined, types: [], ...examination.thrown, passes }
      return passes ? 'known' : askTypes(session, examination)
    }
    case 'types': {
      const names = namesIn(textIn(body, 'result') ?? '')
      if (names.length > 0) examination.thrown = { mode: undefined, ...examination.thrown, types: names }
      return 'known'
    }
  }
}

/** Asks for the top frame, but only where an expression has to be evaluated in it. */
function askFrame(session: Session, examination: Examination): 'asked' | 'known' {
  const { stop, thrown } = examination
  const isLast = thrown?.mode !== undefined && isUnhandled(thrown.mode)
  const mayPass = !isLast && passingExpression(session, examination) !== undefined
  if (isLast && stop.threadId !== undefined) session.examinations.ways.delete(stop.threadId)
  if (!mayPass && typesExpression(session, examination) === undefined) return 'known'
  const threadId = threadToAdapter(session.references.threads, examination.stop.threadId)
  send(session, examination, { what: 'frame', command: 'stackTrace', args: { threadId, startFrame: 0, levels: 1 } })
  return 'asked'
}

/** Not where nothing catches the exception: that is told beside the place where it was thrown. */
function askPassing(session: Session, examination: Examination): 'asked' | 'known' {
  const mode = examination.thrown?.mode
  const expression = passingExpression(session, examination)
  if (expression === undefined || (mode !== undefined && isUnhandled(mode))) return askTypes(session, examination)
  return askValue(session, examination, { what: 'passing', expression })
}

function askTypes(session: Session, examination: Examination): 'asked' | 'known' {
  const expression = typesExpression(session, examination)
  return expression === undefined ? 'known' : askValue(session, examination, { what: 'types', expression })
}

/** Evaluates an expression for the types, but only where a type matters. */
function typesExpression({ options }: Session, { candidates }: Examination): string | undefined {
  const types = options.traits.exceptions?.types
  if (types?.from !== 'expression') return undefined
  const isTyped = candidates.some(({ spec }) => spec.exception !== undefined && spec.exception.type !== '*')
  return isTyped ? types.expression : undefined
}

function askValue(
  session: Session,
  examination: Examination,
  { what, expression }: { readonly what: ExceptionStep; readonly expression: string },
): 'asked' | 'known' {
  if (examination.frame === undefined) return 'known'
  const args = { expression, frameId: examination.frame['id'], context: 'watch' }
  send(session, examination, { what, command: 'evaluate', args })
  return 'asked'
}

function factsOf(session: Session, body: JsonObject): ThrownFacts {
  const { breakMode, exceptionId, details } = body
  const known = isJsonObject(details) ? typesIn(session, details) : []
  const { exceptions } = session.options.traits
  const id = typeof exceptionId === 'string' && exceptionId !== '' ? [typeInId(exceptionId, exceptions)] : []
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
    const isNoCrash = spec.isImplicit === true && isExit(facts, traits)
    candidate.verdict = wants && !isNoCrash ? 'hit' : 'missed'
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
