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

/** Colours when `isColoured`; default: on a terminal, unless `NO_COLOR` is set. */
export function makePaint(isColoured: boolean = process.stdout.isTTY && colors.isColorSupported): Paint {
  const { cyan, yellow, red, dim, magenta } = colors.createColors(isColoured)
  return { isColoured, place: cyan, changed: yellow, failure: red, breakpoint: red, aside: dim, other: magenta }
}
