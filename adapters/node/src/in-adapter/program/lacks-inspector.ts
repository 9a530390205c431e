/**
 * Whether Node gives a process with these options no inspector: the runner of tests in processes of their own, and the one that
 * watches files (measured with Node 20.20: a debugger that connects makes the process abort).
 */
export const lacksInspector = (options: readonly string[]): boolean =>
  options.some((one) => /^--watch(-path)?(=|$)/.test(one)) ||
  (options.includes('--test') && !options.some((one) => /^--(experimental-)?test-isolation=none$/.test(one)))
