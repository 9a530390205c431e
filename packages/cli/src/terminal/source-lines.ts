import { escapeText } from '../output/escape-text.js'
import type { Paint } from '../output/paint.js'
import type { BreakpointRow } from './formats.js'

export interface SourceLine {
  readonly line: number
  readonly text: string
  readonly is_current?: boolean
}

interface SourceBlock {
  readonly lines: readonly SourceLine[]
  readonly file?: string
  readonly breakpoints?: readonly BreakpointRow[]
  readonly paint: Paint
}

/** Source with a margin: `>` where the program stands, `●` a breakpoint, `○` one that does not stop now. A line fits the window. */
export async function formatSource({ lines, file = '', breakpoints = [], paint }: SourceBlock): Promise<string[]> {
  const texts = lines.map(({ text }) => text.replaceAll('\t', '    '))
  const shown = paint.isColoured
    ? await (await import('./highlight.js')).highlightLines(texts, file)
    : texts.map(escapeText)
  const fitted = await fitter()
  return lines.map(({ line, is_current: isCurrent }, at) => {
    const mark = markOf(breakpoints.find((one) => one.file === file && one.line === line))
    const margin = `${isCurrent === true ? '>' : ' '}${mark === ' ' ? mark : paint.breakpoint(mark)}`
    const number = paint.aside(String(line).padStart(4))
    return fitted(`${margin}${number}  ${shown[at] ?? ''}`)
  })
}

function markOf(breakpoint: BreakpointRow | undefined): string {
  if (breakpoint === undefined) return ' '
  return breakpoint.enabled !== false && breakpoint.verified ? '●' : '○'
}

/** Cuts lines to the window. Where there is no terminal nothing is cut. The library is loaded with the first source: a prompt needs none. */
async function fitter(): Promise<(line: string) => string> {
  if (!process.stdout.isTTY) return (line) => line
  const { default: cut } = await import('cli-truncate')
  return (line) => cut(line, process.stdout.columns)
}
