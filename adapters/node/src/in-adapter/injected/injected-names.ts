/**
 * The one global that the adapter puts into the program. It is not enumerable and is deleted on detach. It is a function by
 * which conditions tell the adapter something without a stop. Its members hold hit counts (`hits<id>`), `show`, `identify` and `runGetter`.
 */
export const PROBE_NAME = '__dapplex'

/** The URL of the code that notices the exceptions that end the program (`probe.ts`). */
export const UNCAUGHT_URL = 'dapplex:uncaught'

/** The URL of the code in which a program stops that only waits for events (`running/pauses.ts`). */
export const IDLE_URL = 'dapplex:idle'

/** Whether the adapter itself put this code into the program. */
export const isInjectedCode = (url: string): boolean => url.startsWith('dapplex:')
