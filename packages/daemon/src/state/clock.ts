/** A longer timer of Node runs at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Whole milliseconds since the epoch, by a clock that never goes back, whoever sets that of the machine. What counts a time limit by it
 * hands the rest to Node, which refuses a part of a millisecond as the `timeout` of a process.
 */
export const steadyNow = (): number => Math.trunc(performance.timeOrigin + performance.now())

/**
 * Looks at the wall clock when it should have come to this time, in milliseconds since the epoch. It may be earlier then, where the time
 * is far away or somebody has set the clock. The process does not wait for it.
 */
export const lookAt = (time: number, look: () => void): NodeJS.Timeout =>
  setTimeout(look, Math.min(Math.max(1, time - Date.now()), LONGEST_TIMER_MS)).unref()
