import { shown } from '../output/escape-text.js'
import { formatLocation, formatMissed, type MissedRow } from './formats.js'
import { reportStop, type ShownStop } from './stop-report.js'
import type { TerminalCommand } from './terminal-command.js'
import { wholeNumber } from './typed-number.js'
import { readPlace } from './typed-place.js'
import { call, CommandFailure, type ViewContext, ViewUsageError } from './view-context.js'

interface MoveResult extends ShownStop {
  readonly stopped?: boolean
  readonly reason?: string
  readonly exit_code?: number
  readonly signal?: string
  readonly breakpoints_not_hit?: readonly MissedRow[]
}

const step = (action: 'over' | 'into' | 'out' | 'back') => (view: ViewContext) => move(view, 'debug_step', { action })

/** A live view shows the stop when its event comes; in a script the command waits for it and shows it. */
async function move(view: ViewContext, method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
  const isScript = view.manner === 'script'
  const result = await call<MoveResult>(view, method, { ...params, wait: isScript })
  if (isScript) await showOutcome(view, result, 'at')
}

async function showOutcome(view: ViewContext, result: MoveResult, verb: string): Promise<void> {
  if (result.stopped === false) {
    showNoStop(view, result)
    return
  }
  view.print(`${verb} ${view.paint.place(formatLocation(result.location))}`)
  for (const line of await reportStop(view, result)) view.print(line)
}

/** A program that has ended is an outcome; one that does not stop in time is a failure. */
function showNoStop(view: ViewContext, result: MoveResult): void {
  const { reason = 'unknown', exit_code: code, signal, breakpoints_not_hit: missed = [] } = result
  if (reason === 'timeout') throw new CommandFailure('the program has not stopped yet; wait waits for it')
  const how = signal === undefined ? (code === undefined ? '' : ` with exit code ${code}`) : ` by ${signal}`
  view.print(shown`not stopped: ${reason}${how}`)
  for (const one of missed) view.print(formatMissed(one))
}

/** `c &`, as shells and gdb write it: nobody waits for the next stop. */
const isInBackground = (rest: string): boolean => rest === '&'

/** Commands that move the program. */
export const movingCommands: readonly TerminalCommand[] = [
  {
    names: ['c', 'continue'],
    usage: 'c [&]',
    help: 'let the program run on; a script waits for the next stop, with & it does not',
    example: 'c',
    repeats: true,
    run: async (view, rest) => {
      if (rest !== '' && !isInBackground(rest)) throw new ViewUsageError('write c, or c & to wait for nothing')
      if (isInBackground(rest)) await call(view, 'debug_continue')
      else await move(view, 'debug_continue', {})
    },
  },
  { names: ['n', 'next'], usage: 'n', help: 'step over', example: 'n', repeats: true, run: step('over') },
  { names: ['s', 'step'], usage: 's', help: 'step into', example: 's', repeats: true, run: step('into') },
  {
    names: ['fin', 'finish'],
    usage: 'fin',
    help: 'step out of the function',
    example: 'fin',
    repeats: true,
    run: step('out'),
  },
  {
    names: ['back', 'rs'],
    usage: 'back',
    help: 'go to the stop before, in a recording and where the debugger can',
    example: 'back',
    repeats: true,
    run: step('back'),
  },
  {
    names: ['rc', 'reverse-continue'],
    usage: 'rc',
    help: 'run back to the breakpoint before, in a recording and where the debugger can',
    example: 'rc',
    repeats: true,
    run: (view) => move(view, 'debug_continue', { reverse: true }),
  },
  {
    names: ['go'],
    usage: 'go N',
    help: 'go to stop N of a recording (stops lists them); past N looks at it and moves nothing',
    example: 'go 3',
    run: async (view, rest) => {
      const result = await call<MoveResult>(view, 'stop_select', { stop_id: wholeNumber(rest, 'a stop') })
      if (view.manner === 'script' || result.stopped === false) await showOutcome(view, result, 'at')
    },
  },
  {
    names: ['until'],
    usage: 'until FILE:LINE',
    help: 'run to a line, or to a breakpoint before it',
    example: 'until app.py:40',
    run: async (view, rest) => {
      const place = readPlace(rest)
      if (place === undefined) throw new ViewUsageError('write until FILE:LINE')
      const result = await call<MoveResult>(view, 'run_to', { ...place })
      if (view.manner === 'script' || result.stopped === false) await showOutcome(view, result, 'at')
    },
  },
  {
    names: ['pause'],
    usage: 'pause',
    help: 'stop the running program',
    example: 'pause',
    run: async (view) => {
      await call(view, 'debug_pause')
    },
  },
  {
    names: ['wait'],
    usage: 'wait [SECONDS]',
    help: 'wait for the program to stop; returns at once if it is stopped',
    example: 'wait 10',
    run: async (view, rest) => {
      const seconds = rest === '' ? 30 : Number(rest)
      if (!Number.isFinite(seconds) || seconds <= 0) throw new ViewUsageError('give a number of seconds: wait 10')
      const result = await call<MoveResult>(view, 'wait_for_stop', { timeout_ms: seconds * 1000 })
      await showOutcome(view, result, shown`stopped (${result.reason ?? '?'}) at`)
    },
  },
]
