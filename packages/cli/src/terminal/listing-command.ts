import type { BreakpointRow, FrameRow, LocationRow } from './formats.js'
import { formatSource, type SourceLine } from './source-lines.js'
import type { TerminalCommand } from './terminal-command.js'
import { readPlace, unquote } from './typed-place.js'
import { call, CommandFailure, type ViewContext } from './view-context.js'

interface SourceBlock {
  readonly file?: string
  readonly total_lines?: number
  readonly lines: readonly SourceLine[]
}

/** Lines of the next part of a listing. */
const PART = 15

/** `l` alone begins where the program stands and goes on from there; with a place it begins at the place. */
async function where(view: ViewContext, rest: string): Promise<Readonly<Record<string, unknown>>> {
  const { nextLines } = view.memory
  if (rest !== '') return placeOf(view, rest)
  return nextLines === undefined ? {} : { ...nextLines, before: 0, after: PART - 1 }
}

async function placeOf(view: ViewContext, rest: string): Promise<Readonly<Record<string, unknown>>> {
  if (/^\d+$/.test(rest)) return { line: Number(rest) }
  return { ...(readPlace(rest) ?? (await functionPlace(view, unquote(rest)))) }
}

/** The place of a function: where the stack shows it, else where its definition is. */
async function functionPlace(view: ViewContext, name: string): Promise<Readonly<Record<string, unknown>>> {
  const stack = await call<{ frames: FrameRow[] }>(view, 'stacktrace_get').catch(() => undefined)
  const frame = stack?.frames.find((one) => one.function === name)
  if (frame?.file !== undefined) return { file: frame.file, ...(frame.line === undefined ? {} : { line: frame.line }) }
  const { location } = await call<{ location?: LocationRow }>(view, 'inspect_function', { symbol: name })
  if (location?.file === undefined)
    throw new CommandFailure(`the source of ${name} is not known; write l FILE:LINE instead`)
  return { file: location.file, ...(location.line === undefined ? {} : { line: location.line }) }
}

async function list(view: ViewContext, rest: string): Promise<void> {
  const { file, lines, total_lines: total = 0 } = await call<SourceBlock>(view, 'source_get', await where(view, rest))
  const { breakpoints } = await call<{ breakpoints?: BreakpointRow[] }>(view, 'breakpoint_list')
  const last = lines.at(-1)?.line ?? 0
  if (last < total) view.memory.nextLines = { line: last + 1, ...(file === undefined ? {} : { file }) }
  else delete view.memory.nextLines
  const block = { lines, paint: view.paint, breakpoints: breakpoints ?? [], ...(file === undefined ? {} : { file }) }
  for (const line of await formatSource(block)) view.print(line)
}

/** The command that shows source. */
export const listingCommand: TerminalCommand = {
  names: ['l', 'list'],
  usage: 'l [LINE | FILE:LINE | FUNCTION]',
  help: 'show the source around the place, or around another; l again goes on',
  example: 'l app.py:40',
  repeats: true,
  run: list,
}
