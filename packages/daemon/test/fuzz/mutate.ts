import fc from 'fast-check'

/** Choices from a seed. */
export interface Dice {
  /** A whole number from 0, less than `below`. */
  below(below: number): number
}

/** xorshift32 (Marsaglia, 2003): millions of choices a second, and the same ones for a seed. */
export function dice(seed: number): Dice {
  let state = (fc.hash(`dice ${seed}`) | 1) >>> 0
  return {
    below: (below) => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return (state >>> 0) % Math.max(1, below)
    },
  }
}

/** Bytes that mean something somewhere. */
const SPECIAL = [0, 10, 13, 32, 34, 35, 36, 39, 40, 41, 46, 47, 58, 59, 91, 92, 93, 96, 123, 124, 125, 127, 128, 255]
const MOST_BYTES = 64 * 1024

export interface Material {
  /** Inputs that have found something. */
  readonly corpus: readonly Buffer[]
  /** Pieces that mean something to the target. */
  readonly words: readonly Buffer[]
}

/** Another input, made of those that there are. */
export function mutated(material: Material, random: Dice): Buffer {
  let input: Buffer = Buffer.from(pick(material.corpus, random))
  for (let changes = 1 + random.below(4); changes > 0; changes -= 1) input = changed(input, material, random)
  return input.length > MOST_BYTES ? input.subarray(0, MOST_BYTES) : input
}

function changed(input: Buffer, { corpus, words }: Material, random: Dice): Buffer {
  const at = random.below(input.length + 1)
  const to = Math.min(input.length, at + 1 + random.below(random.below(4) === 0 ? input.length : 8))
  switch (random.below(9)) {
    case 0:
      return spliced(input, { at, to: at }, Buffer.from([random.below(256)]))
    case 1:
      return spliced(input, { at, to: at + 1 }, Buffer.from([pick(SPECIAL, random)]))
    case 2:
      return spliced(input, { at, to }, Buffer.alloc(0))
    case 3:
      return spliced(input, { at, to: at }, input.subarray(at, to))
    case 4:
      return spliced(
        input,
        { at, to: at },
        Buffer.concat(Array.from({ length: 1 + random.below(60) }, () => input.subarray(at, to))),
      )
    case 5: {
      const other = pick(corpus, random)
      return spliced(input, { at, to: input.length }, other.subarray(random.below(other.length + 1)))
    }
    case 6:
      return spliced(input, { at, to: at + 1 }, Buffer.from([(input[at] ?? 0) ^ (1 << random.below(8))]))
    case 7:
      return spliced(input, { at, to }, pick(words, random))
    default:
      return spliced(input, { at, to: at }, pick(words, random))
  }
}

const spliced = (input: Buffer, { at, to }: { readonly at: number; readonly to: number }, piece: Buffer): Buffer =>
  Buffer.concat([input.subarray(0, at), piece, input.subarray(Math.max(at, to))])

function pick<T>(list: readonly T[], random: Dice): T {
  const found = list[random.below(list.length)]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}
