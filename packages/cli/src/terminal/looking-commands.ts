import { exceptionText, formatVariable, type VariableRow } from './formats.js'
import { listingCommand } from './listing-command.js'
import { readExpression } from './read-expression.js'
import type { TerminalCommand } from './terminal-command.js'
import { call, CommandFailure, type ViewContext, ViewUsageError } from './view-context.js'
import { escapeLines, escapeOutput, shown } from '../output/escape-text.js'

interface ListedRow extends VariableRow {
  readonly evaluate_name?: string
}

const showExpression = async (view: ViewContext, expression: string): Promise<void> =>
  view.print(escapeLines(await readExpression(view, expression)))

/** Rows that have members get a number, by which `x` opens them. */
async function showVariables(view: ViewContext, params: Readonly<Record<string, unknown>>): Promise<void> {
  const { memory, paint } = view
  const answer = await call<{ variables: ListedRow[]; total?: number }>(view, 'variables_get', params)
  const { variables: rows, total } = answer
  const opened = rows.filter((row) => row.has_children === true)
  const isOfFrame = params['expand'] === undefined
  for (const row of rows) {
    const isChanged = isOfFrame && memory.changed.has(row.name)
    const number = row.has_children === true ? paint.aside(` [${String(opened.indexOf(row) + 1)}]`) : ''
    const line = formatVariable(row, isChanged)
    view.print(`${isChanged ? paint.changed(line) : line}${number}`)
  }
  memory.paths = opened.map((row) => row.evaluate_name)
  if (rows.length === 0) view.print('  (none)')
  else if (total !== undefined && total > rows.length) view.print(`  … ${total - rows.length} more`)
}

const among = (all: readonly string[]): string => (all.length === 0 ? '' : `; watched: ${all.join(', ')}`)

/** The path that `x` was given: a name, or the number of a row that was listed last. */
function pathOf(view: ViewContext, rest: string): string {
  if (!/^\d+$/.test(rest)) return rest
  const { paths } = view.memory
  const number = Number(rest)
  if (number < 1 || number > paths.length)
    throw new CommandFailure(
      paths.length === 0
        ? 'no row with members was listed; locals lists them'
        : `rows 1 to ${paths.length} were listed last`,
    )
  const path = paths[number - 1]
  if (path === undefined) throw new CommandFailure(`row ${rest} has no expression that leads to it; give a path`)
  return path
}

/** Commands that read the values of the stopped program, its source and its output. */
export const lookingCommands: readonly TerminalCommand[] = [
  listingCommand,
  {
    names: ['p', 'print'],
    usage: 'p EXPR',
    help: 'evaluate an expression in the selected frame',
    example: 'p total + 1',
    run: async (view, rest) => {
      if (rest === '') throw new ViewUsageError('give an expression: p total + 1')
      await showExpression(view, rest)
    },
  },
  {
    names: ['locals'],
    usage: 'locals',
    help: 'show the variables of the selected frame; x N opens the row marked [N]',
    example: 'locals',
    run: (view) => showVariables(view, {}),
  },
  {
    names: ['x', 'inspect'],
    usage: 'x NAME[.FIELD…] | x N',
    help: 'show the members of a variable, or of row N that was listed last',
    example: 'x order.items',
    run: (view, rest) => {
      if (rest === '') throw new ViewUsageError('give a variable: x order.items')
      return showVariables(view, { expand: pathOf(view, rest) })
    },
  },
  {
    names: ['set'],
    usage: 'set NAME = VALUE',
    help: 'change a variable',
    example: 'set count = 3',
    run: async (view, rest) => {
      const at = rest.indexOf('=')
      if (at <= 0) throw new ViewUsageError('write set NAME = VALUE')
      const name = rest.slice(0, at).trim()
      const { value } = await call<{ value: string }>(view, 'set_variable', { name, value: rest.slice(at + 1).trim() })
      view.print(shown`${name} = ${value}`)
    },
  },
  {
    names: ['watch'],
    usage: 'watch EXPR',
    help: 'show the value of an expression at each stop',
    example: 'watch total',
    run: async (view, rest) => {
      if (rest === '') throw new ViewUsageError('give an expression: watch total')
      view.memory.watches.push(rest)
      await showExpression(view, rest)
    },
  },
  {
    names: ['unwatch'],
    usage: 'unwatch EXPR',
    help: 'no longer show an expression at each stop',
    example: 'unwatch total',
    run: (view, rest) => {
      const { watches } = view.memory
      const at = watches.indexOf(rest)
      if (at < 0) throw new CommandFailure(`nothing is watched as "${rest}"${among(watches)}`)
      watches.splice(at, 1)
      return Promise.resolve()
    },
  },
  {
    names: ['exc', 'exception'],
    usage: 'exc',
    help: 'show the exception that stopped the program',
    example: 'exc',
    run: async (view) => {
      const thrown = await call<{ thrown?: boolean; type?: string; message?: string }>(view, 'exception_get')
      view.print(thrown.thrown === false ? '  (no exception at this stop)' : escapeLines(exceptionText(thrown)))
    },
  },
  {
    names: ['out', 'output'],
    usage: 'out',
    help: "show the program's output so far",
    example: 'out',
    run: async (view) => {
      const { output } = await call<{ output: { text: string }[] }>(view, 'output_get', { since: 0 })
      const text = output.map((piece) => piece.text).join('')
      view.print(escapeOutput(text.trimEnd()))
    },
  },
]
