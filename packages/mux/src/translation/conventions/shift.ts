import type { JsonObject } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol'
import type { Conventions, Shift } from '../../state/clients/conventions.js'
import { pathToUri, uriToPath } from './paths.js'

const noPath = undefined

/** From adapter to client. */
export function shiftToClient(conventions: Conventions, adapterPaths: 'path' | 'uri'): Shift {
  return {
    line: conventions.linesStartAt1 ? 0 : -1,
    column: conventions.columnsStartAt1 ? 0 : -1,
    path: conventions.pathFormat === adapterPaths ? noPath : conventions.pathFormat === 'uri' ? pathToUri : uriToPath,
  }
}

/** From client to adapter. */
export function shiftToAdapter(conventions: Conventions, adapterPaths: 'path' | 'uri'): Shift {
  return {
    line: conventions.linesStartAt1 ? 0 : 1,
    column: conventions.columnsStartAt1 ? 0 : 1,
    path: conventions.pathFormat === adapterPaths ? noPath : adapterPaths === 'uri' ? pathToUri : uriToPath,
  }
}

export const isNothing = (shift: Shift): boolean => shift.line === 0 && shift.column === 0 && shift.path === undefined

/**
 * Shifts the position members and the `source` of one object; the same object comes back when nothing changes.
 * 0 going to a client that counts from 0 stays 0: adapters use it for "no line" (DAP, `StackFrame.line`).
 */
export function shiftPlace(value: unknown, shift: Shift): unknown {
  if (!isJsonObject(value)) return value
  let changed: JsonObject | undefined
  const set = (key: string, to: unknown) => {
    if (to === value[key]) return
    changed ??= { ...value }
    changed[key] = to
  }
  if (shift.line !== 0) for (const key of LINES) set(key, shiftNumber(value[key], shift.line))
  if (shift.column !== 0) for (const key of COLUMNS) set(key, shiftNumber(value[key], shift.column))
  if (shift.path !== undefined) for (const key of SOURCES) set(key, shiftSource(value[key], shift))
  return changed ?? value
}

const LINES = ['line', 'endLine']
const COLUMNS = ['column', 'endColumn']
const SOURCES = ['source', 'location']

/** Translates the path of a source and of those it names in `sources`. */
export function shiftSource(source: unknown, shift: Shift): unknown {
  if (!isJsonObject(source) || shift.path === undefined) return source
  const path = source['path']
  const nested = source['sources']
  const next: JsonObject = { ...source }
  if (typeof path === 'string') next['path'] = shift.path(path)
  if (Array.isArray(nested)) next['sources'] = nested.map((one) => shiftSource(one, shift))
  return next
}

export function shiftNumber(value: unknown, by: number): unknown {
  if (typeof value !== 'number') return value
  return by < 0 && value <= 0 ? value : value + by
}
