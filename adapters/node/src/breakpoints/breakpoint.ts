import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Conventions } from '../conventions.js'
import type { Fields } from '../fields.js'
import type { StopRule } from './condition.js'
import { parseHitCount } from './hit-count.js'
import { parseLogMessage } from './log-message.js'

/** What the client asked for at one place, as it asked. */
export interface Spec {
  /** From 0. */
  readonly line: number
  /** From 0; left out for wherever the line's code begins. */
  readonly column: number | undefined
  readonly condition: string | undefined
  readonly hitCondition: string | undefined
  readonly logMessage: string | undefined
}

/** Where a breakpoint is: not in the program (`reason` says why), asked of V8, or in code that is loaded. */
export type BreakpointState =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'pending'; readonly inspectorId: string }
  | { readonly kind: 'set'; readonly inspectorId: string; readonly line: number; readonly column: number }

export interface Breakpoint {
  readonly id: number
  readonly source: Dap.Source
  readonly spec: Spec
  readonly rule: StopRule
  state: BreakpointState
  /** A condition that throws is told once, not at every hit. */
  toldError: boolean
}

export function readSpec(fields: Fields, { lineBase, columnBase }: Conventions): Spec {
  const column = fields.optionalNumber('column')
  return {
    line: fields.number('line') - lineBase,
    column: column === undefined ? undefined : column - columnBase,
    condition: textOrNothing(fields, 'condition'),
    hitCondition: textOrNothing(fields, 'hitCondition'),
    logMessage: textOrNothing(fields, 'logMessage'),
  }
}

const textOrNothing = (fields: Fields, name: string): string | undefined => {
  const text = fields.optionalString(name)
  return text === undefined || text.trim() === '' ? undefined : text
}

export const isSameSpec = (a: Spec, b: Spec): boolean =>
  a.line === b.line &&
  a.column === b.column &&
  a.condition === b.condition &&
  a.hitCondition === b.hitCondition &&
  a.logMessage === b.logMessage

/** The rule of a request, or why there is none. */
export function ruleOf({ condition, hitCondition, logMessage }: Spec): StopRule | { readonly reason: string } {
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

/** As DAP tells it. */
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
