import { escapeLines, escapeText, shown } from '../output/escape-text.js'
import { formatChanges, type LocationRow, type ShownValue } from './formats.js'
import { readExpression } from './read-expression.js'
import { formatSource, type SourceLine } from './source-lines.js'
import { describeFailure, type ViewContext } from './view-context.js'

/** What a result says of a stop (`digestFields` of the registry): what is missing was not read in time. */
export interface ShownStop {
  readonly stop_id?: number
  readonly location?: LocationRow
  readonly source_lines?: readonly SourceLine[]
  readonly values?: readonly ShownValue[]
  readonly exception?: { readonly type?: string; readonly message?: string }
}

/** Lines of source above and below the one where the program stands. */
const NEIGHBOURS = 2

/** The lines that tell a stop, after the one that says where: exception, source, what has changed, watches. */
export async function reportStop(view: ViewContext, stop: ShownStop): Promise<string[]> {
  const { memory, paint } = view
  const { location, source_lines: lines = [], values = [], exception } = stop
  memory.changed = new Set(values.flatMap(({ name, changed }) => (changed === true ? [name] : [])))
  const file = location?.path ?? location?.file
  const near = linesAround(lines)
  return [
    ...(exception === undefined ? [] : [paint.failure(describeException(exception))]),
    ...(await formatSource({ lines: near, paint, ...(file === undefined ? {} : { file }) })),
    ...formatChanges(values).map((line) => paint.changed(line)),
    ...(await Promise.all(memory.watches.map((expression) => watched(view, expression)))),
  ]
}

function linesAround(lines: readonly SourceLine[]): readonly SourceLine[] {
  const at = lines.findIndex(({ is_current: isCurrent }) => isCurrent === true)
  return at < 0 ? [] : lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)
}

const describeException = ({ type, message }: NonNullable<ShownStop['exception']>): string =>
  shown`${[type, message].filter((part) => part !== undefined).join(': ')}`

async function watched(view: ViewContext, expression: string): Promise<string> {
  const value = await readExpression(view, expression).catch(describeFailure)
  return `${escapeText(expression)} = ${escapeLines(value)}`
}
