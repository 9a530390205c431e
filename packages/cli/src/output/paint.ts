import colors from 'picocolors'

type Ink = (text: string) => string

/** The colours of the terminal view by meaning. Without colours each gives the text as it is. */
export interface Paint {
  /** Whether there are colours at all: source is highlighted only then. */
  readonly isColoured: boolean
  readonly place: Ink
  /** What has changed since the stop before. */
  readonly changed: Ink
  readonly failure: Ink
  readonly breakpoint: Ink
  /** Line numbers, and what is said beside the facts. */
  readonly aside: Ink
  /** What others do. */
  readonly other: Ink
}

/**
 * Whether a stream shows colours: a terminal without `NO_COLOR`, or whoever sets `FORCE_COLOR`. picocolors alone would
 * also colour what goes into a file wherever `CI` is set.
 */
export const isColouredOutput = (stream: 'stdout' | 'stderr' = 'stdout'): boolean =>
  colors.isColorSupported && (process[stream].isTTY || (process.env['FORCE_COLOR'] ?? '') !== '')

/** picocolors for standard output: plain text where it shows no colours. */
export const inksOfOutput = (): ReturnType<typeof colors.createColors> => colors.createColors(isColouredOutput())

/** Colours when `isColoured`; default: as standard output shows them. */
export function makePaint(isColoured: boolean = isColouredOutput()): Paint {
  const { cyan, yellow, red, dim, magenta } = colors.createColors(isColoured)
  return { isColoured, place: cyan, changed: yellow, failure: red, breakpoint: red, aside: dim, other: magenta }
}
