import type { Job, JobPlace } from './job.js'

/** The breakpoints at which traced functions begin. */
export class Entries {
  readonly #job: Job
  readonly #places: readonly JobPlace[]
  #ids: readonly number[] = []

  constructor(job: Job, places: readonly JobPlace[]) {
    this.#job = job
    this.#places = places
  }

  async set(): Promise<void> {
    const ids: number[] = []
    for (const place of this.#places) ids.push((await this.#job.breakpoint(place)).id)
    this.#ids = ids
  }

  /** Takes them out while a call records itself: one on a line that is recorded would stop at each pass. */
  async lift(): Promise<void> {
    await Promise.all(this.#ids.map((id) => this.#job.remove(id)))
    this.#ids = []
  }
}
