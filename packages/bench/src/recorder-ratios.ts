import { median } from './quantile.js'

/** What three sessions that are compared do. The last does the same as the first: their ratio tells how exact the other one is. */
export const RECORDERS = ['off', 'on', 'off'] as const
/** Which of them is recorded. */
export const RECORDED = RECORDERS.indexOf('on')

/**
 * The times of the three sessions in turns, as words. A machine that is slow for a while slows all sessions of a turn: so each turn
 * has ratios of its own, and the median of them is shown.
 * @param turns of each turn the times of the sessions in ms, in the order of `RECORDERS`
 */
export function shownRatios(turns: readonly (readonly number[])[]): string {
  const of = (value: (turn: readonly number[]) => number) => median(turns.map(value))
  const off = of(([first = 0]) => first)
  const on = of(([, second = 0]) => second)
  const ratio = of(([first = 0, second = 0, third = 0]) => (2 * second) / (first + third))
  const control = of(([first = 0, , third = 0]) => third / first)
  const times = `not recorded p50 ${off.toFixed(2)} ms, recorded p50 ${on.toFixed(2)} ms`
  return `${times}, ratio ${ratio.toFixed(3)}; two that are not recorded: ${control.toFixed(3)}`
}
