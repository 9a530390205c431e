import type { LocationRow } from './formats.js'
import { existingFile } from './existing-file.js'
import { formatLocation } from './formats.js'
import type { TerminalCommand } from './terminal-command.js'
import type { ViewContext } from './view-context.js'
import { call, ViewUsageError } from './view-context.js'

interface StepResult {
  readonly stopped?: boolean
  readonly reason?: string
  readonly location?: LocationRow
}

const step = (action: 'over' | 'into' | 'out') => async (view: ViewContext) => {
  showPlace(view, await call<StepResult>(view, 'debug_step', { action }))
}

function showPlace(view: ViewContext, result: StepResult): void {
  if (result.stopped === false) view.print(`not stopped yet: ${result.reason ?? 'it goes on'}`)
  else view.print(`at ${formatLocation(result.location)}`)
}

/** Commands that move the program. */
export const movingCommands: readonly TerminalCommand[] = [
  {
    names: ['c', 'continue'],
    usage: 'c',
    help: 'let the program run on',
    run: async (view) => {
      await call(view, 'debug_continue')
    },
  },
  { names: ['n', 'next'], usage: 'n', help: 'step over', run: step('over') },
  { names: ['s', 'step'], usage: 's', help: 'step into', run: step('into') },
  { names: ['fin', 'finish'], usage: 'fin', help: 'step out of the function', run: step('out') },
  {
    names: ['until'],
    usage: 'until FILE:LINE',
    help: 'run to a line; a breakpoint on the way stops it there',
    run: async (view, rest) => {
      const [, file, line] = /^(.+):(\d+)$/.exec(rest) ?? []
      if (file === undefined) throw new ViewUsageError('write until FILE:LINE')
      showPlace(view, await call<StepResult>(view, 'run_to', { file: existingFile(file), line: Number(line) }))
    },
  },
  {
    names: ['pause'],
    usage: 'pause',
    help: 'stop the running program',
    run: async (view) => {
      await call(view, 'debug_pause')
    },
  },
  {
    names: ['wait'],
    usage: 'wait [SECONDS]',
    help: 'wait for the next stop (a program that is stopped answers at once)',
    run: async (view, rest) => {
      const seconds = rest === '' ? 30 : Number(rest)
      const result = await call<StepResult>(view, 'wait_for_stop', { timeout_ms: seconds * 1000 })
      view.print(
        result.stopped === true
          ? `stopped (${result.reason ?? '?'}) at ${formatLocation(result.location)}`
          : `not stopped: ${result.reason ?? '?'}`,
      )
    },
  },
]
