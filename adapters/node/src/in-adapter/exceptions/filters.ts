import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { RequestFailure } from '../dap/request-failure.js'

export type ExceptionFilter = 'all' | 'uncaught'

export const EXCEPTION_FILTERS: Dap.ExceptionBreakpointsFilter[] = [
  {
    filter: 'all',
    label: 'All exceptions',
    description: 'Stop where an exception is thrown, whether or not it is caught.',
    default: false,
  },
  {
    filter: 'uncaught',
    label: 'Uncaught exceptions',
    description: 'Stop where an exception is thrown that nothing will catch.',
    default: false,
  },
]

/** @throws RequestFailure for a filter that was not offered */
export function readExceptionFilters(names: readonly string[]): ReadonlySet<ExceptionFilter> {
  const filters = names.map((name): ExceptionFilter => {
    if (name === 'all' || name === 'uncaught') return name
    throw new RequestFailure(`there is no exception filter "${name}": use all or uncaught`)
  })
  return new Set(filters)
}

/** As V8 takes it (`Debugger.setPauseOnExceptions`). */
export function pauseState(filters: ReadonlySet<ExceptionFilter>): 'all' | 'uncaught' | 'none' {
  if (filters.has('all')) return 'all'
  return filters.has('uncaught') ? 'uncaught' : 'none'
}

/** What V8 says about an exception, and where it was thrown. */
export interface Thrown {
  readonly isUncaught: boolean
  /** Node's internal code threw it. */
  readonly isInternal: boolean
  /** The user's code is somewhere on the stack. */
  readonly hasUserCode: boolean
  /** The program has stopped for this very object before. */
  readonly wasSeen: boolean
}

/**
 * Whether the program stops for it. Without user code on the stack Node handles it itself, or it ends the program; the
 * probe notices that with the true place. An exception that Node catches and throws again stops once.
 */
export function stopsFor({ isUncaught, isInternal, hasUserCode, wasSeen }: Thrown): boolean {
  if (!hasUserCode) return false
  return !(isInternal && wasSeen && !isUncaught)
}
