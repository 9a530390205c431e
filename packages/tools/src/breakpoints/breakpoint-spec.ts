import { isAbsolute, resolve } from 'node:path'
import { toolError } from '@dapplex/protocol'
import { invalidParameter } from '../call/invalid-parameter.js'
import type { BreakpointSpec } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { lastLine, lookAt } from '../sources/local-file.js'

/** A breakpoint as a caller describes it. */
export interface BreakpointPlace {
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly function?: string | undefined
  readonly condition?: string | undefined
  readonly hit_count?: number | string | undefined
  readonly log_message?: string | undefined
}

/** Where the breakpoint is to be set. */
export interface BreakpointPurpose {
  /** The folder that relative paths start from. */
  readonly cwd: string | undefined
  /** Prefix of the parameter names in errors. */
  readonly field?: string
  /** Whether the sources are certainly on this machine. If so, a missing file is an error. */
  readonly isLocal?: boolean
}

/**
 * What the core is asked for. If the file is on this machine, the line is checked: a breakpoint past the end would stay
 * pending for ever.
 * @throws ToolError INVALID_PARAMETER, INVALID_FILE, INVALID_LINE
 */
export async function breakpointSpec(place: BreakpointPlace, purpose: BreakpointPurpose): Promise<BreakpointSpec> {
  const { file, line, column, condition, log_message: logMessage } = place
  demandPlace(place, purpose.field ?? '')
  const path = file === undefined ? undefined : absolute(file, purpose.cwd)
  if (path !== undefined && line !== undefined) await demandLine(path, line, purpose.isLocal === true)
  const hitCondition = place.hit_count === undefined ? undefined : String(place.hit_count)
  return present({ path, line, column, function: place.function, condition, hitCondition, logMessage })
}

function demandPlace({ file, line, column, function: name }: BreakpointPlace, prefix: string): void {
  const wrong = (field: string, says: string) =>
    invalidParameter({ field: `${prefix}${field}`, says, allowed: 'file and line, or function' })
  if (file === undefined && name === undefined) throw wrong('file', 'Give file and line, or function')
  if (file !== undefined && name !== undefined) throw wrong('function', 'Give file and line, or function, not both')
  if (file !== undefined && line === undefined) throw wrong('line', "Parameter 'line' is required with file")
  if (file === undefined && (line ?? column) !== undefined)
    throw wrong('line', "Parameter 'line' goes with file, not with function")
}

function absolute(file: string, cwd: string | undefined): string {
  if (isAbsolute(file) || /^[a-z][\w+.-]+:/i.test(file)) return file
  if (cwd === undefined || cwd === '') throw toolError('INVALID_FILE', { file, reason: 'the path is relative' })
  return resolve(cwd, file)
}

async function demandLine(path: string, line: number, isLocal: boolean): Promise<void> {
  const kind = await lookAt(path)
  if (kind === 'folder') throw toolError('INVALID_FILE', { file: path, reason: 'it is a folder' })
  if (kind === 'missing') {
    if (isLocal) throw toolError('INVALID_FILE', { file: path, reason: 'it does not exist' })
    return
  }
  const last = await lastLine(path)
  if (last !== undefined && line > last) throw toolError('INVALID_LINE', { file: path, line, nearest_valid_line: last })
}
