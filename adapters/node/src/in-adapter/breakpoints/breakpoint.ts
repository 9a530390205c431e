import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Conventions } from '../dap/conventions.js'
import type { Fields } from '@dapplex/protocol/dap'
import type { StopRule } from './condition.js'
import { parseHitCount } from './hit-count.js'
import { parseLogMessage } from './log-message.js'

/** One breakpoint as the client asked for it. */
export interface BreakpointSpec {
  /** From 0. */
  readonly line: number
  /** From 0; undefined means where the code of the line begins. */
  readonly column: number | undefined
  readonly condition: string | undefined
  readonly hitCondition: string | undefined
  readonly logMessage: string | undefined
}

/** Where a breakpoint is: refused (`reason` says why), waiting in V8 for its file, or set in loaded code. */
export type BreakpointState =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'pending'; readonly inspectorId: string }
  | { readonly kind: 'set'; readonly inspectorId: string; readonly line: number; readonly column: number }

export interface Breakpoint {
  readonly id: number
  readonly source: Dap.Source
  readonly spec: BreakpointSpec
  readonly rule: StopRule
  state: BreakpointState
  /** A condition that throws is reported once, not at every hit. */
  toldError: boolean
}

export function readSpec(fields: Fields, { lineBase, columnBase }: Conventions): BreakpointSpec {
  const column = fields.numberOr('column')
  return {
    line: fields.number('line') - lineBase,
    column: column === undefined ? undefined : column - columnBase,
    condition: textOrNothing(fields, 'condition'),
    hitCondition: textOrNothing(fields, 'hitCondition'),
    logMessage: textOrNothing(fields, 'logMessage'),
  }
}

const textOrNothing = (fields: Fields, name: string): string | undefined => {
  const text = fields.textOr(name)
  return text === undefined || text.trim() === '' ? undefined : text
}

export const isSameSpec = (a: BreakpointSpec, b: BreakpointSpec): boolean =>
  a.line === b.line &&
  a.column === b.column &&
  a.condition === b.condition &&
  a.hitCondition === b.hitCondition &&
  a.logMessage === b.logMessage

/** The rule of a request, or why the request is invalid. */
export function ruleOf({
  condition,
  hitCondition,
  logMessage,
}: BreakpointSpec): StopRule | { readonly reason: string } {
  const hits = hitCondition === undefined ? undefined : parseHitCount(hitCondition)
  if (hitCondition !== undefined && hits === undefined) {
    return { reason: `hit count "${hitCondition}" is none of N, =N, >N, >=N, <N, <=N, %N` }
  }
  return {
    ...(condition === undefined ? {} : { condition }),
    ...(hits === undefined ? {} : { hits }),
    ...(logMessage === undefined ? {} : { log: parseLogMessage(logMessage) }),
  }
}

/** The breakpoint in DAP's terms. */
export function describeBreakpoint(breakpoint: Breakpoint, { lineBase, columnBase }: Conventions): Dap.Breakpoint {
  const { id, source, spec, state } = breakpoint
  const asked = {
    id,
    source,
    line: spec.line + lineBase,
    ...(spec.column === undefined ? {} : { column: spec.column + columnBase }),
  }
  switch (state.kind) {
    case 'refused':
      return { ...asked, verified: false, reason: 'failed', message: state.reason }
    case 'pending':
      return {
        ...asked,
        verified: false,
        reason: 'pending',
        message: 'not in any code that the program has loaded so far; it is set when the file is loaded',
      }
    case 'set':
      return {
        ...asked,
        verified: true,
        line: state.line + lineBase,
        column: state.column + columnBase,
        ...(state.line === spec.line
          ? {}
          : { message: `line ${spec.line + lineBase} has no code: moved to line ${state.line + lineBase}` }),
      }
  }
}
