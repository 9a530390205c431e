import { Coverage } from './coverage.js'
import { dice, mutated } from './mutate.js'
import { seedsOf, type FuzzTarget } from './target.js'

export interface FuzzRun {
  readonly inputs: number
  readonly seed: number
}

export interface FuzzResult {
  /** An input for which the target has thrown, and what. */
  readonly found: { readonly input: string; readonly error: string } | undefined
  readonly inputs: number
  /** From 0 to 1. */
  readonly coverage: number
  readonly corpus: number
  /** The input that took longest, in ms. */
  readonly slowest: number
}

/** Inputs between two looks at the coverage. */
const BATCH = 64
/** So many of a run are guided by the coverage; the others are made of what these have found, and are faster. */
const GUIDED = 20_000

/** Plays inputs that are made of the seeds, and of those that have reached code that none before has. */
export async function playFuzz(target: FuzzTarget, { inputs, seed }: FuzzRun): Promise<FuzzResult> {
  const coverage = new Coverage(target.files)
  const play = new Player(await target.load())
  const random = dice(seed)
  const corpus = [Buffer.alloc(0), ...seedsOf(target)]
  const words = target.words.map((word) => Buffer.from(word))
  const next = () => mutated({ corpus, words }, random)
  try {
    await play.all(corpus)
    coverage.take()
    while (play.goesOn && play.count < Math.min(inputs, GUIDED)) {
      const batch = Array.from({ length: BATCH }, next)
      await play.all(batch)
      const fresh = coverage.take()
      if (fresh.length > 0) corpus.push(...(await thatReach(new Set(fresh), batch, { coverage, play })))
    }
  } finally {
    coverage.stop()
  }
  while (play.goesOn && play.count < inputs) await play.all([next()])
  return { ...play.result, coverage: coverage.share, corpus: corpus.length }
}

/** Those of a batch that reach the places that it was the first to reach. */
async function thatReach(
  fresh: Set<string>,
  batch: readonly Buffer[],
  { coverage, play }: { readonly coverage: Coverage; readonly play: Player },
): Promise<Buffer[]> {
  const reaching: Buffer[] = []
  for (const input of batch) {
    if (fresh.size === 0) break
    await play.all([input])
    const reached = coverage.reached().filter((place) => fresh.delete(place))
    if (reached.length > 0) reaching.push(input)
  }
  return reaching
}

class Player {
  readonly #run: (input: Buffer) => void | Promise<void>
  #found: FuzzResult['found']
  #slowest = 0
  count = 0

  constructor(run: (input: Buffer) => void | Promise<void>) {
    this.#run = run
  }

  get goesOn(): boolean {
    return this.#found === undefined
  }

  get result(): Pick<FuzzResult, 'found' | 'inputs' | 'slowest'> {
    return { found: this.#found, inputs: this.count, slowest: Math.round(this.#slowest) }
  }

  async all(inputs: readonly Buffer[]): Promise<void> {
    for (const input of inputs) {
      if (!this.goesOn) return
      const from = performance.now()
      this.count += 1
      try {
        const running = this.#run(input)
        if (running !== undefined) await running
      } catch (error) {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
        this.#found = { input: JSON.stringify(input.toString('latin1')).slice(0, 4000), error: text }
      }
      this.#slowest = Math.max(this.#slowest, performance.now() - from)
    }
  }
}
