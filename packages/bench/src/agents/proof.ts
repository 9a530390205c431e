import type { Spent } from './mcp-player.js'

/** What a player has found. */
export interface Proof {
  /** Facts that no answer has shown. */
  readonly missing: RegExp[]
  /** Where the program stopped, round by round. */
  readonly lines: (number | undefined)[]
  readonly spent?: Spent
}

/** Whether all facts were seen and the last stop was at the line of the cause. */
export const isProved = ({ missing, lines }: Proof, causeLine: number): boolean =>
  missing.length === 0 && lines.at(-1) === causeLine
