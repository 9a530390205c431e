import colors from 'picocolors'

/** The colours of the terminal view by meaning. Without colours each gives the text as it is. */
export interface Paint {
  /** Whether there are colours at all: source is highlighted only then. */
  readonly isColoured: boolean
  place(text: string): string
  /** What has changed since the stop before. */
  changed(text: string): string
  failure(text: string): string
  breakpoint(text: string): string
  /** Line numbers, and what is said beside the facts. */
  aside(text: string): string
  /** What others do. */
  other(text: string): string
}

/** Colours when `isColoured`; default: on a terminal, unless `NO_COLOR` is set. */
export function makePaint(isColoured: boolean = process.stdout.isTTY && colors.isColorSupported): Paint {
  const { cyan, yellow, red, dim, magenta } = colors.createColors(isColoured)
  return { isColoured, place: cyan, changed: yellow, failure: red, breakpoint: red, aside: dim, other: magenta }
}
