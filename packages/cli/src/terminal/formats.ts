import { shown } from '../output/escape-text.js'

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
}

export function formatFrame({ index, function: name, file, line }: FrameRow, isSelected: boolean): string {
  const place = file === undefined ? '' : ` at ${file}${line === undefined ? '' : `:${line}`}`
  return shown`${isSelected ? '*' : ' '} #${index} ${name}${place}`
}

export function formatVariable({ name, type, value, has_children: hasChildren }: VariableRow): string {
  const shownType = type === undefined || type === '' ? '' : ` (${type})`
  return shown`  ${name}${shownType} = ${value}${hasChildren === true ? ' …' : ''}`
}

export function formatLocation(location: LocationRow | undefined): string {
  if (location === undefined) return 'an unknown place'
  const file = location.path ?? location.file
  const place = file === undefined ? '' : `${file}${location.line === undefined ? '' : `:${location.line}`}`
  const parts = [location.function, place].filter((part) => part !== undefined && part !== '')
  return shown`${parts.join(' at ')}`
}

export function formatBreakpoint(one: BreakpointRow): string {
  const place = one.function ?? `${one.file ?? '?'}:${one.line ?? '?'}`
  const condition = one.condition === undefined ? '' : ` if ${one.condition}`
  return shown`  ${one.id}  ${place}${condition}${breakpointState(one)}`
}

function breakpointState({ enabled, verified, message }: BreakpointRow): string {
  if (enabled === false) return ' (disabled)'
  if (verified) return ''
  return message === undefined ? ' (pending)' : ` (pending: ${message})`
}
