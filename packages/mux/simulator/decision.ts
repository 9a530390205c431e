import type { Prng } from './prng.js'
import { draw } from './prng.js'

/** What happens next. The weights say how often. */
const weights = {
  connect: 20,
  dialogue: 60,
  request: 110,
  move: 50,
  setBreakpoints: 25,
  dapplexRequest: 10,
  job: 12,
  clientJunk: 4,
  disconnect: 3,
  close: 5,
  adapterAnswer: 260,
  adapterStop: 40,
  adapterContinued: 8,
  adapterEvent: 50,
  adapterReverse: 4,
  adapterJunk: 4,
  adapterEnds: 1,
  adapterDies: 1,
  timer: 4,
  tick: 20,
  drained: 10,
  runtime: 20,
  restart: 1,
  shutDown: 1,
} as const
export type DecisionKind = keyof typeof weights

/**
 * One step of a simulation. The numbers choose among what is possible when it is played, so that any sub-list of a journal is
 * a journal too: that is what lets a failure shrink.
 */
export interface Decision {
  readonly kind: DecisionKind
  readonly a: number
  readonly b: number
  readonly c: number
}

const kinds = Object.keys(weights) as DecisionKind[]
const total = kinds.reduce((sum, kind) => sum + weights[kind], 0)

export function decide(prng: Prng): Decision {
  let left = draw(prng, total)
  let kind: DecisionKind = 'tick'
  for (const one of kinds) {
    left -= weights[one]
    if (left >= 0) continue
    kind = one
    break
  }
  return { kind, a: draw(prng, 1 << 16), b: draw(prng, 1 << 16), c: draw(prng, 1 << 16) }
}

/** The `n`-th of a list, counted round; undefined for an empty one. */
export function pick<T>(list: readonly T[], n: number): T | undefined {
  return list.length === 0 ? undefined : list[n % list.length]
}
