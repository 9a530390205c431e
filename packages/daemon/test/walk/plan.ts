/**
 * Walks that `npm test` plays: seeds and lengths are data, so that it plays the same ones each time. A seed whose walk has found
 * a fault stays here.
 */
export const SHORT: Readonly<Record<string, readonly number[]>> = {
  node: [1],
  debugpy: [2],
  delve: [3],
  swank: [4],
  netcoredbg: [5],
}
export const SHORT_ROUNDS = 15

/** What `npm run walk` asks for, by the environment variable DAPPLEX_WALK. */
export interface LongWalk {
  /** For each language. */
  readonly minutes: number
  readonly rounds: number
  /** The first seed; the next walk has the next one. */
  readonly seed: number
  /** Only this adapter. */
  readonly adapter?: string
  /** Only so many walks for each language, however long they take. */
  readonly walks?: number
}

export function longWalk(): LongWalk | undefined {
  const given = process.env['DAPPLEX_WALK']
  return given === undefined ? undefined : (JSON.parse(given) as LongWalk)
}
