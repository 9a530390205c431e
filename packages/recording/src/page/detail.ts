import { bytesOf, type Html } from './html.js'

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

/** Only where and why: `isBare` says so. */
const BARE: Detail = { frames: 0, depth: 0, rows: 0, text: 12, around: 0, stack: 0, threads: 0, output: 0 }

/** Whether only the heading of a stop is shown. */
export const isBare = ({ frames }: Detail): boolean => frames === 0

/** The least is always shown. */
export const DETAILS: readonly [Detail, ...Detail[]] = [
  BARE,
  { frames: 1, depth: 0, rows: 6, text: 60, around: 0, stack: 2, threads: 0, output: 0 },
  { frames: 1, depth: 1, rows: 12, text: 80, around: 2, stack: 6, threads: 0, output: 200 },
  { frames: 1, depth: 2, rows: 25, text: 160, around: 4, stack: 12, threads: 0, output: 600 },
  { frames: 3, depth: 3, rows: 40, text: 400, around: 5, stack: 30, threads: 4, output: 1500 },
  { frames: 8, depth: 4, rows: 100, text: 1000, around: 8, stack: 60, threads: 8, output: 4000 },
]

/** The largest form that has no more bytes than this; the first, least one where none has. */
export function fitting<T>(most: number, [least, ...more]: readonly [T, ...T[]], make: (form: T) => Html): Html {
  let fits = make(least)
  for (const form of more) {
    const made = make(form)
    if (bytesOf(made) > most) return fits
    fits = made
  }
  return fits
}
