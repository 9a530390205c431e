/** URLs of code that the adapter itself runs in the program, by which a stop in it is known. */

/** Notices the exceptions that end the program (`probe.ts`). */
export const UNCAUGHT_URL = 'dapplex:uncaught'
/** What a program that only waits for events is stopped in (`stop/pauses.ts`). */
export const IDLE_URL = 'dapplex:idle'

export const isOwnCode = (url: string): boolean => url.startsWith('dapplex:')
