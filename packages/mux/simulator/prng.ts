/** A seeded source of numbers: the same seed gives the same row (mulberry32, public domain by its author). */
export interface Prng {
  state: number
}

export const createPrng = (seed: number): Prng => ({ state: seed >>> 0 })

/** An integer from 0 up to `below`, exclusive. */
export function draw(prng: Prng, below: number): number {
  prng.state = (prng.state + 0x6d2b79f5) >>> 0
  let t = prng.state
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
}
