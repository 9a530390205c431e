/**
 * Walks that `npm test` plays, by adapter. Seeds and lengths are data, so that it plays the same ones each time. A seed that has
 * found a fault replaces one that has not.
 */
export const SHORT: Readonly<Record<string, { readonly seed: number; readonly rounds: number }>> = {
  node: { seed: 273044036, rounds: 30 },
  debugpy: { seed: 301, rounds: 16 },
  delve: { seed: 588947109, rounds: 25 },
  swank: { seed: 99495207, rounds: 20 },
  netcoredbg: { seed: 23277578, rounds: 14 },
}

/** What `npm run walk` asks for, by the environment variable DAPPLEX_WALK. */
export interface LongWalk {
  /** Of editors and an agent, or of one agent over all tools (`--agent`). */
  readonly who?: 'all' | 'agent'
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

export function longWalk(who: LongWalk['who'] = 'all'): LongWalk | undefined {
  const given = process.env['DAPPLEX_WALK']
  const walk = given === undefined ? undefined : (JSON.parse(given) as LongWalk)
  return (walk?.who ?? 'all') === who ? walk : undefined
}
