import { basename } from 'node:path'
import { shown } from '../output/escape-text.js'
import {
  formatChange,
  formatFrame,
  formatVariable,
  type Change,
  type FrameRow,
  type LocationRow,
  type VariableRow,
} from './formats.js'
import type { TerminalCommand } from './terminal-command.js'
import { wholeNumber } from './typed-number.js'
import { call, CommandFailure, type ViewContext, ViewUsageError } from './view-context.js'

interface StopRow {
  readonly stop_id: number
  readonly at: string
  readonly reason: string
  readonly location?: LocationRow
  readonly by?: string
  readonly exception?: string
  readonly changed?: readonly Change[]
}

interface StopList {
  readonly stops: readonly StopRow[]
  readonly total: number
  readonly dropped?: number
  readonly damage?: string
  readonly truncated?: true
}

interface PastVariables {
  readonly variables: readonly VariableRow[]
  readonly recorded?: 'part'
  readonly damage?: string
  readonly truncated?: true
}

interface HistoryRow {
  readonly stop_id: number
  readonly last_stop_id?: number
  readonly value: string
  readonly function?: string
  readonly line?: number
  readonly by?: string
}

interface History {
  readonly values: readonly HistoryRow[]
  readonly stops: number
  readonly without: number
  readonly damage?: string
  readonly truncated?: true
}

/** As clocks here show it: `2026-03-01 23:14:05`. */
const timeText = (at: string): string => new Date(at).toLocaleString('sv')

const stopWords = (count: number): string => (count === 1 ? '1 stop' : `${count} stops`)

/** The place without its folders: each stop has one line where the window is not narrow. */
function shortPlace({ function: name, path, file = path, line }: LocationRow = {}): string {
  const place = file === undefined ? undefined : `${basename(file)}${line === undefined ? '' : `:${line}`}`
  const parts = [name, place].filter((part) => part !== undefined)
  return parts.length === 0 ? '' : ` at ${parts.join(' at ')}`
}

/** A stop of the program's own, such as the first one, nobody has caused. */
const byText = (by: string | undefined): string => (by === undefined ? '' : ` (${by})`)

function stopLine({ stop_id: id, at, reason, exception, location, by }: StopRow): string {
  const why = exception === undefined ? reason : `${reason} ${exception}`
  return shown`  #${id}  ${timeText(at)}  ${why}${shortPlace(location)}${byText(by)}`
}

function showDamage(view: ViewContext, damage: string | undefined): void {
  if (damage !== undefined) view.print(shown`  the recording is damaged (${damage}): later stops are missing`)
}

async function listStops(view: ViewContext, rest: string): Promise<void> {
  const before = rest === '' ? {} : { before_stop_id: wholeNumber(rest, 'a stop') }
  const { stops, total, dropped = 0, damage, truncated } = await call<StopList>(view, 'stops_list', before)
  const [first] = stops
  if (truncated === true && first !== undefined) view.print(shown`  … stops ${first.stop_id} lists those before`)
  for (const stop of stops) {
    view.print(stopLine(stop))
    for (const one of stop.changed ?? []) view.print(view.paint.changed(`      ${formatChange(one)}`))
  }
  if (stops.length === 0) view.print(total === 0 ? '  (no stops yet)' : '  (no stops before that)')
  showDamage(view, damage)
  if (dropped > 0) view.print(`  ${stopWords(dropped)} before these are no longer recorded`)
}

function historyLine({ stop_id: first, last_stop_id: last, value, function: name, line, by }: HistoryRow): string {
  const stops = last === undefined ? `#${first}` : `#${first}–#${last}`
  const place = [name, line].filter((part) => part !== undefined).join(':')
  return shown`  ${stops}  ${value}${place === '' ? '' : `  in ${place}`}${byText(by)}`
}

async function showHistory(view: ViewContext, expression: string): Promise<void> {
  if (expression === '') throw new ViewUsageError('give a path: hist order.total')
  const { values, stops, without, damage, truncated } = await call<History>(view, 'values_history', { expression })
  if (truncated === true) view.print('  … there are older values')
  for (const one of values) view.print(historyLine(one))
  showDamage(view, damage)
  if (values.length === 0)
    throw new CommandFailure(`it was recorded at none of ${stopWords(stops)}; past N shows what was`)
  if (without > 0) view.print(`  ${stopWords(without)} of ${stops} without a recorded value`)
}

async function showPast(view: ViewContext, rest: string): Promise<void> {
  const stop = { stop_id: wholeNumber(rest, 'a stop') }
  const { frames } = await call<{ frames: FrameRow[] }>(view, 'stacktrace_get', stop)
  const { variables, recorded, damage, truncated } = await call<PastVariables>(view, 'variables_get', stop)
  for (const frame of frames) view.print(formatFrame(frame, false))
  for (const row of variables) view.print(formatVariable(row))
  if (truncated === true) view.print('  … there are more')
  if (recorded === 'part') view.print('  (less than usual was recorded of this stop: variables may be missing)')
  showDamage(view, damage)
  // Its rows are those of another stop: `x 2` would open a value of now.
  view.memory.paths = []
}

/** Commands that read what the flight recorder has kept: the stops before this one, and values at them. */
export const pastCommands: readonly TerminalCommand[] = [
  {
    names: ['stops'],
    usage: 'stops [N]',
    help: 'list the stops so far and what had changed; stops N lists those before stop N',
    example: 'stops',
    run: listStops,
  },
  {
    names: ['hist', 'history'],
    usage: 'hist PATH',
    help: 'show what a variable or a member was at every stop',
    example: 'hist order.total',
    run: showHistory,
  },
  {
    names: ['past'],
    usage: 'past N',
    help: 'show the stack and the variables of stop N; the program stays where it is',
    example: 'past 3',
    run: showPast,
  },
]
