import type { Decision } from './decision.js'
import { decide } from './decision.js'
import { play } from './play.js'
import { createPrng } from './prng.js'
import { createWorld } from './world.js'

export interface SimulationOptions {
  readonly seed: number
  readonly steps: number
  readonly clients: number
}

export type SimulationResult =
  | { readonly kind: 'held'; readonly inputs: number }
  | {
      readonly kind: 'broken'
      readonly why: string
      /** Decisions that lead there, the first of them drawing the adapter. */
      readonly journal: readonly Decision[]
    }

/** Plays `steps` decisions of a seed and stops at the first broken invariant (mux 5, 6, 10, 15, 20, 25 and the fold of 7). */
export function simulate(options: SimulationOptions): SimulationResult {
  const prng = createPrng(options.seed)
  const journal: Decision[] = [decide(prng)]
  const [first] = journal
  if (first === undefined) return { kind: 'held', inputs: 0 }
  const world = createWorld(options.clients, first)
  for (let step = 0; step < options.steps; step += 1) {
    const decision = decide(prng)
    journal.push(decision)
    const why = attempt(() => play(world, decision))
    if (why !== undefined) return { kind: 'broken', why, journal }
  }
  return { kind: 'held', inputs: world.inputs }
}

/** Plays a journal again; the reason it breaks, or undefined. */
export function replay(journal: readonly Decision[], clients: number): string | undefined {
  const [first, ...rest] = journal
  if (first === undefined) return undefined
  const world = createWorld(clients, first)
  for (const decision of rest) {
    const why = attempt(() => play(world, decision))
    if (why !== undefined) return why
  }
  return undefined
}

function attempt(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
