import type { ExceptionSpec, JsonObject } from '@dapplex/protocol'
import type { ListKind, Watched } from '../../state/program/breakpoints.js'
import type { Session } from '../../state/session.js'
import { sourceKey } from '../../translation/sources/source-key.js'
import { lineAt } from '../attribution/breakpoint-lines.js'
import { filtersFor, readExceptionSpec, whyNoFilter } from './exception-spec.js'

/** Where a breakpoint of the session goes. */
export interface SessionPlace {
  readonly kind: ListKind
  readonly key: string
  readonly source: JsonObject
  readonly raw: JsonObject
  /** Further entries of the same breakpoint. */
  readonly also: readonly JsonObject[]
  readonly exception?: ExceptionSpec
  readonly watched?: Watched
  /** Why the adapter will never stop there. */
  readonly problem?: string
  /** For people. */
  readonly what: string
}

/**
 * Reads `dapplex_breakpointAdd`: a source line, a function, data, an exception filter, or exceptions by type; undefined when
 * it names none of them.
 */
export function sessionPlace(session: Session, args: JsonObject): SessionPlace | undefined {
  const { path, line, column, condition, hitCondition, logMessage, filter } = args
  const words = { condition, hitCondition, logMessage }
  const name = args['function']
  if (typeof path === 'string' && typeof line === 'number') {
    const source = { path }
    const raw = dropAbsent({ line, column, ...words })
    return { kind: 'source', key: sourceKey(session, source), source, raw, also: [], what: lineAt(session, path, line) }
  }
  if (typeof name === 'string') return { ...global('function', dropAbsent({ name, ...words })), what: name }
  if (typeof args['dataId'] === 'string') return dataPlace(args, args['dataId'])
  if (typeof filter === 'string') {
    const raw = dropAbsent(condition === undefined ? { filter } : { filterId: filter, condition })
    return { ...global('exception', raw), what: `exception filter ${filter}` }
  }
  const exception = readExceptionSpec(args['exception'])
  return exception === undefined ? undefined : exceptionPlace(session, exception)
}

function dataPlace({ accessType, condition, hitCondition, expression, canPersist }: JsonObject, dataId: string) {
  const raw = dropAbsent({ dataId, accessType, condition, hitCondition })
  const name = typeof expression === 'string' ? expression : dataId
  return { ...global('data', raw), watched: { expression: name, isOfRun: canPersist !== true }, what: name }
}

const global = (kind: ListKind, raw: JsonObject) => ({ kind, key: kind, source: {}, raw, also: [] })

function exceptionPlace({ options }: Session, exception: ExceptionSpec): SessionPlace {
  const problem = whyNoFilter(exception, options.traits)
  const [raw, ...also] = problem === undefined ? filtersFor(exception, options.traits) : []
  return {
    ...global('exception', raw ?? { exceptionType: exception.type }),
    also,
    exception,
    what: `exception ${exception.type}`,
    ...(problem === undefined ? {} : { problem: `${options.adapterTitle}: ${problem}` }),
  }
}

const dropAbsent = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
