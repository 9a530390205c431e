import type { BreakpointRow } from './formats.js'
import { formatBreakpoint } from './formats.js'
import type { TerminalCommand } from './terminal-command.js'
import { readPlace, unquote } from './typed-place.js'
import type { ViewContext } from './view-context.js'
import { call, ViewUsageError } from './view-context.js'

/** Where a breakpoint is wanted, as typed: `FILE:LINE` or a function, then `if CONDITION`. */
export function parseBreakpoint(text: string): {
  readonly place: Readonly<Record<string, unknown>>
  readonly condition?: string
} {
  const [, where = '', condition] = /^("[^"]+"\S*|'[^']+'\S*|.*?)(?:\s+if\s+(.+))?$/.exec(text) ?? []
  if (where === '') throw new ViewUsageError('write b FILE:LINE [if CONDITION], or b FUNCTION')
  const place = readPlace(where) ?? { function: unquote(where) }
  return { place: { ...place }, ...(condition === undefined ? {} : { condition }) }
}

/** `log FILE:LINE TEXT`: the place may stand in quotation marks, the text goes on to the end. */
export function parseLogPoint(text: string): { file: string; line: number; log_message: string } {
  const [, where = '', message] = /^("[^"]+"\S*|'[^']+'\S*|.+?:\d+)\s+(.+)$/.exec(text) ?? []
  const place = readPlace(where)
  if (place === undefined || message === undefined) throw new ViewUsageError('write log FILE:LINE TEXT')
  return { ...place, log_message: message }
}

async function set(view: ViewContext, params: Readonly<Record<string, unknown>>): Promise<void> {
  view.print(formatBreakpoint(await call<BreakpointRow>(view, 'breakpoint_set', params)))
}

/** Commands about breakpoints. */
export const breakpointCommands: readonly TerminalCommand[] = [
  {
    names: ['b', 'break'],
    usage: 'b FILE:LINE [if COND] | b FUNCTION',
    help: 'set a breakpoint; b alone lists them with their hits and owners',
    example: 'b app.py:12 if total > 100',
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
    help: 'print TEXT each time the line is reached; {expressions} in it are evaluated',
    example: 'log app.py:12 total is {total}',
    run: (view, rest) => set(view, { ...parseLogPoint(rest) }),
  },
  {
    names: ['d', 'delete'],
    usage: 'd ID',
    help: 'remove a breakpoint',
    example: 'd 1',
    run: async (view, rest) => {
      if (!/^\d+$/.test(rest)) throw new ViewUsageError('give the id of a breakpoint, such as d 1 (b lists them)')
      await call(view, 'breakpoint_remove', { id: Number(rest) })
      view.print(`removed ${rest}`)
    },
  },
]
