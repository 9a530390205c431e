/** Results of the surface as lines for a person. */

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

export function formatFrame(frame: FrameRow, isSelected: boolean): string {
  const place = frame.file === undefined ? '' : ` at ${frame.file}${frame.line === undefined ? '' : `:${frame.line}`}`
  return `${isSelected ? '*' : ' '} #${frame.index} ${frame.function}${place}`
}

export function formatVariable(variable: VariableRow): string {
  const type = variable.type === undefined || variable.type === '' ? '' : ` (${variable.type})`
  return `  ${variable.name}${type} = ${variable.value}${variable.has_children === true ? ' …' : ''}`
}

export function formatLocation(location: LocationRow | undefined): string {
  if (location === undefined) return 'an unknown place'
  const file = location.path ?? location.file
  const place = file === undefined ? '' : `${file}${location.line === undefined ? '' : `:${location.line}`}`
  return [location.function, place].filter((part) => part !== undefined && part !== '').join(' at ')
}

export function formatBreakpoint(one: BreakpointRow): string {
  const place = one.function ?? `${one.file ?? '?'}:${one.line ?? '?'}`
  const condition = one.condition === undefined ? '' : ` if ${one.condition}`
  const state =
    one.enabled === false
      ? ' (disabled)'
      : one.verified
        ? ''
        : ` (pending${one.message === undefined ? '' : `: ${one.message}`})`
  return `  ${one.id}  ${place}${condition}${state}`
}
