import { Session, type Profiler } from 'node:inspector'

/** A piece of a script: a function or a block, by its place. */
type Place = string

/**
 * Which code of some files has run, as V8 counts it: each function and block. It sees only what is loaded after its start, and costs
 * time: code that is counted is optimized less.
 */
export class Coverage {
  readonly #session = new Session()
  readonly #files: readonly string[]
  /** Of each place whether it has run. */
  readonly #seen = new Map<Place, boolean>()

  /** @param files parts of the paths of the files that count */
  constructor(files: readonly string[]) {
    this.#files = files
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** The places that have run since the last call and never before. */
  take(): Place[] {
    const found: Place[] = []
    for (const { url, functions } of this.#counts())
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges) {
          const place = `${url}:${startOffset}-${endOffset}`
          if (count > 0 && this.#seen.get(place) !== true) found.push(place)
          this.#seen.set(place, count > 0 || this.#seen.get(place) === true)
        }
    return found
  }

  /** The places that have run since the last call. */
  reached(): Place[] {
    return this.#counts().flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges }) =>
        ranges
          .filter(({ count }) => count > 0)
          .map(({ startOffset, endOffset }) => `${url}:${startOffset}-${endOffset}`),
      ),
    )
  }

  /** What has run of what is known, from 0 to 1. V8 tells of a block that is a branch, and not of what never branches. */
  get share(): number {
    return this.#seen.size === 0 ? 0 : [...this.#seen.values()].filter(Boolean).length / this.#seen.size
  }

  stop(): void {
    this.#session.disconnect()
  }

  #counts(): Profiler.ScriptCoverage[] {
    let result: Profiler.ScriptCoverage[] = []
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error !== null) throw error
      result = taken.result.filter(({ url }) => this.#files.some((file) => url.includes(file)))
    })
    return result
  }
}
