import { PROBE_NAME } from '../injected/injected-names.js'
import { hitCountExpression, type HitCount } from './hit-count.js'
import type { LogPart } from './log-message.js'

/** The probe inside a condition. Measured: as the parameter of an arrow function it makes a condition three times as slow. */
const PROBE = `globalThis.${PROBE_NAME}`

/** When a breakpoint stops, and what it logs. */
export interface StopRule {
  readonly condition?: string
  readonly hits?: HitCount
  readonly log?: readonly LogPart[]
}

/** What a condition sends through the probe: the text of a log message, or the failure of its condition. */
export interface ProbeMessage {
  readonly kind: 'log' | 'error'
  readonly breakpoint: number
  readonly text: string
}

/**
 * One JavaScript condition for V8 that decides the whole rule inside the program. V8 then pauses only for a real stop: a
 * pause that the adapter would end at once costs a round trip, and loses a step in progress.
 *
 * Where the probe is missing (a new `vm` context) a counting or logging breakpoint pauses; the adapter then installs
 * the probe and evaluates this again. Undefined where the breakpoint always stops.
 */
export function conditionFor(breakpoint: number, rule: StopRule): string | undefined {
  const { condition, hits, log } = rule
  const guard = condition === undefined ? undefined : guardedCondition(breakpoint, condition)
  if (hits === undefined && log === undefined) return guard
  const count = `(${PROBE}.hits${breakpoint} = (${PROBE}.hits${breakpoint} ?? 0) + 1)`
  const tests = [
    ...(guard === undefined ? [] : [guard]),
    ...(hits === undefined ? [] : [`(${hitCountExpression(hits, count)})`]),
    ...(log === undefined ? [] : [logExpression(breakpoint, log)]),
  ]
  return `${PROBE} === undefined || (${tests.join(' && ')})`
}

/** Whether the probe is needed to decide the rule. */
export const needsProbe = ({ hits, log }: StopRule): boolean => hits !== undefined || log !== undefined

/** A condition that throws is reported and does not stop. V8 alone would hide the error. */
function guardedCondition(breakpoint: number, condition: string): string {
  const tell = `${PROBE}?.("error ${breakpoint} " + error)`
  return `(() => { try { return !!(${condition}\n) } catch (error) { ${tell}; return false } })()`
}

/** Always false: a log message never stops. */
function logExpression(breakpoint: number, log: readonly LogPart[]): string {
  const parts = log.map((part) => (part.kind === 'text' ? JSON.stringify(part.text) : shownExpression(part.expression)))
  return `(${PROBE}(${[JSON.stringify(`log ${breakpoint} `), ...parts].join(' + ')}), false)`
}

const shownExpression = (expression: string): string =>
  `(() => { try { return ${PROBE}.show(${expression}\n) } catch (error) { return "<" + error + ">" } })()`

/** Undefined for text that no condition of this adapter has sent. */
export function parseProbeMessage(payload: string): ProbeMessage | undefined {
  const match = /^(log|error) (\d+) ([^]*)$/.exec(payload)
  if (match === null) return undefined
  const [, kind, breakpoint, text = ''] = match
  return { kind: kind === 'log' ? 'log' : 'error', breakpoint: Number(breakpoint), text }
}

/**
 * An expression that only parses the condition, to find its SyntaxError. Private names (`this.#x`) are valid where the
 * condition runs but not outside the class, so the `#` is removed here.
 */
export function syntaxCheck(expression: string): string {
  const plain = expression
    .replace(/\.\s*#(?=[\p{ID_Start}$_])/gu, '.')
    .replace(/#(?=[\p{ID_Start}$_][\w$]*\s+in\b)/gu, '')
  return `(function () { return (${plain}\n) })`
}
