import { escapeLines, escapeText } from '../output/escape-text.js'
import {
  exceptionText,
  formatChanges,
  formatRecorded,
  type LocationRow,
  type RecordedRow,
  type ShownValue,
} from './formats.js'
import { readExpression } from './read-expression.js'
import { formatSource, type SourceLine } from './source-lines.js'
import { call, describeFailure, type SessionAccess, type ViewContext } from './view-context.js'

/** What a result says of a stop (`digestFields` of the registry): what is missing was not read in time. */
export interface ShownStop {
  readonly stop_id?: number
  readonly location?: LocationRow
  /** `12> text` where the program stands, `11: text` beside it. */
  readonly source_lines?: readonly string[]
  readonly values?: readonly ShownValue[]
  readonly exception?: { readonly type?: string; readonly message?: string }
  readonly recorded_stop?: RecordedRow
  /** What was left out: an answer has little time. */
  readonly omitted?: object
}

type StopView = SessionAccess & Pick<ViewContext, 'memory' | 'paint'>

/** Lines of source above and below the one where the program stands. */
const NEIGHBOURS = 2

/** The lines that tell a stop, after the one that says where: exception, source, what has changed, watches. */
export async function reportStop(view: StopView, stop: ShownStop): Promise<string[]> {
  const { memory, paint } = view
  const { location, values = [], exception, omitted } = stop
  const lines = stop.source_lines?.map(parseLine) ?? (omitted === undefined ? [] : await readSource(view))
  memory.changed = new Set(values.flatMap(({ name, changed }) => (changed === true ? [name] : [])))
  const file = location?.path ?? location?.file
  const near = linesAround(lines)
  return [
    ...recordedLines(stop.recorded_stop),
    ...(exception === undefined ? [] : [paint.failure(escapeText(exceptionText(exception)))]),
    ...(await formatSource({ lines: near, paint, ...(file === undefined ? {} : { file }) })),
    ...formatChanges(values).map((line) => paint.changed(line)),
    ...(await Promise.all(memory.watches.map((expression) => watched(view, expression)))),
  ]
}

/** Which stop of a recording it is, and what is special about it. */
function recordedLines(recorded: RecordedRow | undefined): string[] {
  if (recorded === undefined) return []
  const note = recorded.note === undefined ? '' : `: ${recorded.note}`
  return [escapeText(`${formatRecorded(recorded)}${note}`)]
}

function parseLine(shownLine: string): SourceLine {
  const [, line, mark, text = ''] = /^(\d+)([:>]) ?(.*)$/s.exec(shownLine) ?? []
  return { line: Number(line), text, is_current: mark === '>' }
}

/** A person waits for the source a little longer than an answer may take. */
async function readSource(view: SessionAccess): Promise<readonly SourceLine[]> {
  const around = { before: NEIGHBOURS, after: NEIGHBOURS }
  const source = await call<{ lines: readonly SourceLine[] }>(view, 'source_get', around).catch(() => undefined)
  return source?.lines ?? []
}

function linesAround(lines: readonly SourceLine[]): readonly SourceLine[] {
  const at = lines.findIndex(({ is_current: isCurrent }) => isCurrent === true)
  return at < 0 ? [] : lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)
}

async function watched(view: SessionAccess, expression: string): Promise<string> {
  const value = await readExpression(view, expression).catch(describeFailure)
  return `${escapeText(expression)} = ${escapeLines(value)}`
}
