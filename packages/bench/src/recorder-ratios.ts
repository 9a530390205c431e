import type { PartReport } from './report.js'

/** What three sessions that are compared do. The last does the same as the first: their ratio tells how exact the other one is. */
export const RECORDERS = ['off', 'on', 'off'] as const
/** Which of them is recorded. */
export const RECORDED = RECORDERS.indexOf('on')

/**
 * Adds the times of the three sessions in turns. A machine that is slow for a while slows all sessions of a turn: so each turn has ratios
 * of its own.
 * @param turns of each turn the times of the sessions in ms, in the order of `RECORDERS`
 */
export function reportRatios(report: PartReport, what: string, turns: readonly (readonly number[])[]): void {
  report.add({ what: `${what}: not recorded`, unit: 'ms', values: turns.map(([first = 0]) => first) })
  report.add({ what: `${what}: recorded`, unit: 'ms', values: turns.map(([, second = 0]) => second) })
  const ratios = turns.map(([first = 0, second = 0, third = 0]) => (2 * second) / (first + third))
  report.add({ what: `${what}: recorded / not recorded`, unit: 'ratio', values: ratios })
  const control = turns.map(([first = 0, , third = 0]) => third / first)
  report.add({ what: `${what}: two that are not recorded`, unit: 'ratio', values: control })
}
