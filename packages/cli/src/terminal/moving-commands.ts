import type { LocationRow, MissedRow, ShownValue } from './formats.js'
import { shown } from '../output/escape-text.js'
import { formatLocation, formatMissed } from './formats.js'
import { showChanges } from './show-changes.js'
import type { TerminalCommand } from './terminal-command.js'
import { readPlace } from './typed-place.js'
import type { ViewContext } from './view-context.js'
import { call, CommandFailure, ViewUsageError } from './view-context.js'

interface StepResult {
  readonly stopped?: boolean
  readonly reason?: string
  readonly location?: LocationRow
  readonly values?: readonly ShownValue[]
  readonly breakpoints_not_hit?: readonly MissedRow[]
}

const step = (action: 'over' | 'into' | 'out') => async (view: ViewContext) => {
  showPlace(view, await call<StepResult>(view, 'debug_step', { action }))
}

function showPlace(view: ViewContext, result: StepResult): void {
  if (result.stopped === false) showNoStop(view, result)
  else {
    view.print(`at ${formatLocation(result.location)}`)
    showChanges(view, result.values, (line) => view.print(line))
  }
}

/** A program that has ended is an outcome; one that does not stop in time is a failure. */
function showNoStop(view: ViewContext, { reason = 'unknown', breakpoints_not_hit: missed = [] }: StepResult): void {
  if (reason === 'timeout') throw new CommandFailure('the program has not stopped yet; wait waits for it')
  view.print(shown`not stopped: ${reason}`)
  for (const one of missed) view.print(formatMissed(one))
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
    help: 'run to a line, or to a breakpoint before it',
    run: async (view, rest) => {
      const place = readPlace(rest)
      if (place === undefined) throw new ViewUsageError('write until FILE:LINE')
      showPlace(view, await call<StepResult>(view, 'run_to', { ...place }))
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
    help: 'wait for the program to stop; returns at once if it is stopped',
    run: async (view, rest) => {
      const seconds = rest === '' ? 30 : Number(rest)
      if (!Number.isFinite(seconds) || seconds <= 0) throw new ViewUsageError('give a number of seconds: wait 10')
      const result = await call<StepResult>(view, 'wait_for_stop', { timeout_ms: seconds * 1000 })
      if (result.stopped === true) {
        view.print(`${shown`stopped (${result.reason ?? '?'})`} at ${formatLocation(result.location)}`)
        showChanges(view, result.values, (line) => view.print(line))
      } else showNoStop(view, result)
    },
  },
]
