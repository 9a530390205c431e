import { shown } from '../output/escape-text.js'
import { shownPath } from './shown-path.js'

/** Results of the surface as lines for a person. Names and values are escaped here: each stays on its line. */

export interface FrameRow {
  readonly index: number
  readonly function: string
  readonly file?: string
  readonly line?: number
}
export interface VariableRow {
  readonly name: string
  readonly type?: string
  readonly value: string
  readonly has_children?: boolean
}
/** A value at a stop (`digestFields` of the registry). */
export interface ShownValue extends VariableRow {
  readonly changed?: true
  readonly previous?: string
}
export interface MissedRow {
  readonly file?: string
  readonly line?: number
  readonly function?: string
  readonly why: string
  readonly process?: string
}
export interface LocationRow {
  readonly function?: string
  readonly file?: string
  readonly path?: string
  readonly line?: number
}
export interface BreakpointRow {
  readonly id: number
  readonly file?: string
  readonly line?: number
  readonly function?: string
  readonly condition?: string
  readonly verified: boolean
  readonly enabled?: boolean
  readonly message?: string
  readonly hit_count?: number
  readonly set_by?: { readonly name: string }
}

/** A stop of a recording (`replayFields` of the registry). */
export interface RecordedRow {
  readonly stop_id: number
  readonly last_stop_id: number
  readonly note?: string
}

/** `stop 3 of 7`: `go 3` goes there. */
export const formatRecorded = ({ stop_id: stop, last_stop_id: last }: RecordedRow): string => `stop ${stop} of ${last}`

export function formatFrame({ index, function: name, file, line }: FrameRow, isSelected: boolean): string {
  const place = file === undefined ? '' : ` at ${shownPath(file)}${line === undefined ? '' : `:${line}`}`
  return shown`${isSelected ? '*' : ' '} #${index} ${name}${place}`
}

/** `*` marks what has changed since the stop before. */
export function formatVariable(
  { name, type, value, has_children: hasChildren }: VariableRow,
  isChanged = false,
): string {
  const shownType = type === undefined || type === '' ? '' : ` (${type})`
  return shown`${isChanged ? '*' : ' '} ${name}${shownType} = ${value}${hasChildren === true ? ' …' : ''}`
}

/** A value that has changed since the stop before. */
export type Change = Pick<ShownValue, 'name' | 'value' | 'previous'>

export const formatChange = ({ name, value, previous }: Change): string =>
  shown`* ${name} = ${value}${previous === undefined ? '' : ` (was ${previous})`}`

/** The values that have changed since the stop before, a line each. */
export const formatChanges = (values: readonly ShownValue[]): string[] =>
  values.filter(({ changed }) => changed === true).map(formatChange)

/** The type of an exception and its message, as they are. */
export const exceptionText = ({ type, message }: { readonly type?: string; readonly message?: string }): string =>
  [type, message].filter((part) => part !== undefined).join(': ')

/** A breakpoint that the program has never hit. */
export function formatMissed({ file, line, function: name, why, process }: MissedRow): string {
  const place = name ?? `${file === undefined ? '?' : shownPath(file)}:${line ?? '?'}`
  return shown`breakpoint ${place} was not hit: ${why}${process === undefined ? '' : ` (${process})`}`
}

export function formatLocation(location: LocationRow | undefined): string {
  if (location === undefined) return 'an unknown place'
  const file = location.path ?? location.file
  const place = file === undefined ? '' : `${shownPath(file)}${location.line === undefined ? '' : `:${location.line}`}`
  const parts = [location.function, place].filter((part) => part !== undefined && part !== '')
  return shown`${parts.join(' at ')}`
}

export function formatBreakpoint(one: BreakpointRow): string {
  const place = one.function ?? `${one.file === undefined ? '?' : shownPath(one.file)}:${one.line ?? '?'}`
  const condition = one.condition === undefined ? '' : ` if ${one.condition}`
  return shown`  ${one.id}  ${place}${condition}${breakpointState(one)}${breakpointHistory(one)}`
}

/** Who set a breakpoint, and how often it was hit: nothing about one that the answer does not say it of. */
function breakpointHistory({ hit_count: hits = 0, set_by: owner }: BreakpointRow): string {
  const parts = [
    ...(hits === 0 ? [] : [`hit ${hits === 1 ? 'once' : `${hits} times`}`]),
    ...(owner === undefined ? [] : [`by ${owner.name}`]),
  ]
  return parts.length === 0 ? '' : `  ${parts.join(', ')}`
}

function breakpointState({ enabled, verified, message }: BreakpointRow): string {
  if (enabled === false) return ' (disabled)'
  if (verified) return ''
  return message === undefined ? ' (pending)' : ` (pending: ${message})`
}
