import { existingFile } from './existing-file.js'
import type { BreakpointRow } from './formats.js'
import { formatBreakpoint } from './formats.js'
import type { TerminalCommand } from './terminal-command.js'
import type { ViewContext } from './view-context.js'
import { call, ViewUsageError } from './view-context.js'

/** Where a breakpoint is wanted, as typed: `FILE:LINE`, a line of the current file, or a function; then `if COND`. */
export function parseBreakpoint(text: string): {
  readonly place: Readonly<Record<string, unknown>>
  readonly condition?: string
} {
  const [, where = '', condition] = /^(.*?)(?:\s+if\s+(.+))?$/.exec(text) ?? []
  if (where === '') throw new ViewUsageError('write b FILE:LINE [if CONDITION], or b FUNCTION')
  const match = /^(.+):(\d+)$/.exec(where)
  const place = match === null ? { function: where } : { file: existingFile(match[1] ?? ''), line: Number(match[2]) }
  return { place, ...(condition === undefined ? {} : { condition }) }
}

async function set(view: ViewContext, params: Readonly<Record<string, unknown>>): Promise<void> {
  view.print(formatBreakpoint(await call<BreakpointRow>(view, 'breakpoint_set', params)))
}

/** Commands about breakpoints. */
export const breakpointCommands: readonly TerminalCommand[] = [
  {
    names: ['b', 'break'],
    usage: 'b FILE:LINE [if COND] | b FUNCTION',
    help: 'set a breakpoint; without words list them',
    run: async (view, rest) => {
      if (rest !== '') {
        const { place, condition } = parseBreakpoint(rest)
        await set(view, { ...place, ...(condition === undefined ? {} : { condition }) })
        return
      }
      const { breakpoints } = await call<{ breakpoints: BreakpointRow[] }>(view, 'breakpoint_list')
      for (const one of breakpoints) view.print(formatBreakpoint(one))
      if (breakpoints.length === 0) view.print('  (no breakpoints)')
    },
  },
  {
    names: ['log'],
    usage: 'log FILE:LINE TEXT',
    help: 'print a line when the place is reached; {expressions} are filled in',
    run: async (view, rest) => {
      const [, file, line, text] = /^(.+?):(\d+)\s+(.+)$/.exec(rest) ?? []
      if (file === undefined || text === undefined) throw new ViewUsageError('write log FILE:LINE TEXT')
      await set(view, { file: existingFile(file), line: Number(line), log_message: text })
    },
  },
  {
    names: ['d', 'delete'],
    usage: 'd ID',
    help: 'remove a breakpoint',
    run: async (view, rest) => {
      if (!/^\d+$/.test(rest)) throw new ViewUsageError('give the number of a breakpoint: d 1')
      await call(view, 'breakpoint_remove', { id: Number(rest) })
      view.print(`removed ${rest}`)
    },
  },
]
