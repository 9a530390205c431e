import type { Decision } from './decision.js'
import { replay } from './run.js'

/** Replays that a shrinking takes at most. */
const MOST_REPLAYS = 400

/** The kind of a broken invariant: its words without the numbers. */
const kindOf = (why: string): string => why.replace(/\d+/g, '#')

/** Leaves out all that is not needed for a journal to break in the same way, in ever smaller pieces. */
export function shrink(journal: readonly Decision[], clients: number): { journal: readonly Decision[]; why: string } {
  let shortest = journal
  let why = replay(journal, clients) ?? 'it does not break when it is played again'
  const kind = kindOf(why)
  let replays = 0
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 1; at < shortest.length && replays < MOST_REPLAYS;) {
      const without = [...shortest.slice(0, at), ...shortest.slice(at + size)]
      replays += 1
      const broken = replay(without, clients)
      if (broken === undefined || kindOf(broken) !== kind) at += size
      else {
        shortest = without
        why = broken
      }
    }
  }
  return { journal: shortest, why }
}
