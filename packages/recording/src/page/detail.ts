/** How much of a stop a page shows. */
export interface Detail {
  /** Frames whose variables are shown. */
  readonly frames: number
  /** Levels of members. */
  readonly depth: number
  /** Rows of one list. */
  readonly rows: number
  /** Characters of one value. */
  readonly text: number
  /** Lines of source above and below. */
  readonly around: number
  /** Frames of a stack. */
  readonly stack: number
  /** Stacks of other threads. */
  readonly threads: number
  /** Characters of the output before the stop, its end. */
  readonly output: number
}

/** Always shown. */
const LEAST: Detail = { frames: 1, depth: 0, rows: 6, text: 60, around: 0, stack: 2, threads: 0, output: 0 }
const MORE: readonly Detail[] = [
  { frames: 1, depth: 1, rows: 12, text: 80, around: 2, stack: 6, threads: 0, output: 200 },
  { frames: 1, depth: 2, rows: 25, text: 160, around: 4, stack: 12, threads: 0, output: 600 },
  { frames: 3, depth: 3, rows: 40, text: 400, around: 5, stack: 30, threads: 4, output: 1500 },
  { frames: 8, depth: 4, rows: 100, text: 1000, around: 8, stack: 60, threads: 8, output: 4000 },
]

/** The most detailed form that has no more bytes than this; the least one where none has. */
export function fitting<T>(most: number, make: (detail: Detail) => T, bytesOf: (made: T) => number): T {
  let fits = make(LEAST)
  for (const detail of MORE) {
    const made = make(detail)
    if (bytesOf(made) > most) return fits
    fits = made
  }
  return fits
}
