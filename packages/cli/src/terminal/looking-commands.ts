import type { FrameRow, VariableRow } from './formats.js'
import { formatFrame, formatVariable } from './formats.js'
import type { TerminalCommand } from './terminal-command.js'
import type { ViewContext } from './view-context.js'
import { call, CommandFailure, ViewUsageError } from './view-context.js'
import { escapeLines, escapeOutput, escapeText, shown } from '../output/escape-text.js'

interface Evaluated {
  readonly result?: string
  readonly type?: string
  readonly error?: boolean
  readonly message?: string
}

/** The value of an expression. Errors: CommandFailure with what the expression threw. */
export async function readExpression(view: ViewContext, expression: string): Promise<string> {
  const answer = await call<Evaluated>(view, 'evaluate', { expression })
  if (answer.error === true) throw new CommandFailure(`${answer.type ?? 'error'}: ${answer.message ?? ''}`)
  return answer.result ?? ''
}

const showExpression = async (view: ViewContext, expression: string): Promise<void> =>
  view.print(escapeLines(await readExpression(view, expression)))

function wholeNumber(text: string, what: string): number {
  const value = Number(text)
  if (text === '' || !Number.isInteger(value) || value < 0)
    throw new ViewUsageError(`give the number of ${what}, such as 0`)
  return value
}

const moveFrame = (by: 1 | -1) => async (view: ViewContext) => {
  const { frame_index: now } = await call<{ frame_index: number }>(view, 'frame_select', {})
  await selectFrame(view, Math.max(0, now + by))
}

async function selectFrame(view: ViewContext, index: number): Promise<void> {
  await call(view, 'frame_select', { frame_index: index })
  // What is marked are values of the frame in which the program stands.
  view.changed = new Set()
  const { frames } = await call<{ frames: FrameRow[] }>(view, 'stacktrace_get', { start_frame: index, max_frames: 1 })
  for (const frame of frames) view.print(formatFrame(frame, true))
}

async function showVariables(view: ViewContext, params: Readonly<Record<string, unknown>>): Promise<void> {
  const { variables } = await call<{ variables: VariableRow[] }>(view, 'variables_get', params)
  const isOfFrame = params['expand'] === undefined
  for (const variable of variables) view.print(formatVariable(variable, isOfFrame && view.changed.has(variable.name)))
  if (variables.length === 0) view.print('  (none)')
}

/** Commands that read the stopped program. */
export const lookingCommands: readonly TerminalCommand[] = [
  {
    names: ['bt', 'backtrace', 'where'],
    usage: 'bt',
    help: 'show the call stack',
    run: async (view) => {
      const { frames, total_frames: total } = await call<{ frames: FrameRow[]; total_frames: number }>(
        view,
        'stacktrace_get',
      )
      for (const frame of frames) view.print(formatFrame(frame, false))
      if (total > frames.length) view.print(`  … ${total - frames.length} more`)
    },
  },
  {
    names: ['f', 'frame'],
    usage: 'f N',
    help: 'select frame N',
    run: (view, rest) => selectFrame(view, wholeNumber(rest, 'a frame')),
  },
  { names: ['up'], usage: 'up', help: 'select the caller', run: moveFrame(1) },
  { names: ['down'], usage: 'down', help: 'select the called frame', run: moveFrame(-1) },
  {
    names: ['t', 'threads'],
    usage: 't [N]',
    help: 'list the threads, or select thread N',
    run: async (view, rest) => {
      if (rest !== '') await call(view, 'thread_select', { thread_id: wholeNumber(rest, 'a thread') })
      const { threads } = await call<{ threads: { id: number; name: string; state: string; is_current: boolean }[] }>(
        view,
        'threads_list',
      )
      for (const one of threads) view.print(shown`${one.is_current ? '*' : ' '} ${one.id} ${one.name} (${one.state})`)
    },
  },
  {
    names: ['l', 'list'],
    usage: 'l',
    help: 'show the source around the current line',
    run: async (view) => {
      const { lines } = await call<{ lines: { line: number; text: string; is_current?: boolean }[] }>(
        view,
        'source_get',
      )
      for (const one of lines)
        view.print(
          `${one.is_current === true ? '>' : ' '}${String(one.line).padStart(5)}  ${escapeText(one.text.replaceAll('\t', '    '))}`,
        )
    },
  },
  {
    names: ['p', 'print'],
    usage: 'p EXPR',
    help: 'evaluate an expression in the selected frame',
    run: async (view, rest) => {
      if (rest === '') throw new ViewUsageError('give an expression: p total + 1')
      await showExpression(view, rest)
    },
  },
  {
    names: ['locals'],
    usage: 'locals',
    help: 'show the variables of the selected frame',
    run: (view) => showVariables(view, {}),
  },
  {
    names: ['x', 'inspect'],
    usage: 'x NAME[.FIELD…]',
    help: 'show the members of a variable',
    run: (view, rest) => {
      if (rest === '') throw new ViewUsageError('give a variable: x order.items')
      return showVariables(view, { expand: rest })
    },
  },
  {
    names: ['set'],
    usage: 'set NAME = VALUE',
    help: 'change a variable',
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
    run: async (view, rest) => {
      if (rest === '') throw new ViewUsageError('give an expression: watch total')
      view.watches.push(rest)
      await showExpression(view, rest)
    },
  },
  {
    names: ['exc', 'exception'],
    usage: 'exc',
    help: 'show the exception that stopped the program',
    run: async (view) => {
      const { type, message } = await call<{ type?: string; message?: string }>(view, 'exception_get')
      view.print(escapeLines([type, message].filter((part) => part !== undefined).join(': ')))
    },
  },
  {
    names: ['out', 'output'],
    usage: 'out',
    help: "show the program's output so far",
    run: async (view) => {
      const { output } = await call<{ output: { text: string }[] }>(view, 'output_get', { since: 0 })
      const text = output.map((piece) => piece.text).join('')
      view.print(escapeOutput(text.trimEnd()))
    },
  },
]
