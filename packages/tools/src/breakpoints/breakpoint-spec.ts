import { isAbsolute, resolve } from 'node:path'
import { toolError } from '@dapplex/protocol'
import { invalidParameter } from '../call/invalid-parameter.js'
import type { BreakpointSpec } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { linesWith, textOfLine } from '../sources/follow-text.js'
import { lastLine, lookAt } from '../sources/local-file.js'

/** A breakpoint as a caller describes it. */
export interface BreakpointPlace {
  readonly file?: string | undefined
  readonly line?: number | undefined
  /** A fragment of the line, instead of its number. */
  readonly text?: string | undefined
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
  const { file, column, condition, log_message: logMessage } = place
  demandPlace(place, purpose.field ?? '')
  const path = file === undefined ? undefined : absolute(file, purpose.cwd)
  const line = path === undefined || place.text === undefined ? place.line : await lineWith(path, place.text)
  if (path !== undefined && line !== undefined) await demandLine(path, line, purpose.isLocal === true)
  const text = path === undefined || line === undefined ? undefined : await textOfLine(path, line)
  const hitCondition = place.hit_count === undefined ? undefined : String(place.hit_count)
  return present({ path, line, text, column, function: place.function, condition, hitCondition, logMessage })
}

function demandPlace({ file, line, text, column, function: name }: BreakpointPlace, prefix: string): void {
  const wrong = (field: string, says: string) =>
    invalidParameter({ field: `${prefix}${field}`, says, allowed: 'file and line, file and text, or function' })
  if (file === undefined && name === undefined) throw wrong('file', 'Give file and line, file and text, or function')
  if (file !== undefined && name !== undefined) throw wrong('function', 'Give file and line, or function, not both')
  if (file !== undefined && line === undefined && text === undefined)
    throw wrong('line', "Parameter 'line' or 'text' is required with file")
  if (line !== undefined && text !== undefined) throw wrong('text', 'Give line or text, not both')
  if (file === undefined && (line ?? column ?? text) !== undefined)
    throw wrong('line', "Parameter 'line' goes with file, not with function")
}

function absolute(file: string, cwd: string | undefined): string {
  if (isAbsolute(file) || /^[a-z][\w+.-]+:/i.test(file)) return file
  if (cwd === undefined || cwd === '') throw toolError('INVALID_FILE', { file, reason: 'the path is relative' })
  return resolve(cwd, file)
}

/** Lines that are named where a fragment does not tell one from another. */
const MOST_CANDIDATES = 10

/** The only line with a fragment. @throws ToolError INVALID_LINE with the candidates */
async function lineWith(path: string, text: string): Promise<number> {
  if ((await lookAt(path)) !== 'file') throw toolError('INVALID_FILE', { file: path, reason: 'it cannot be read' })
  const candidates = await linesWith(path, text)
  const [only, ...others] = candidates
  if (only !== undefined && others.length === 0) return only.line
  const says = only === undefined ? 'No line' : `${candidates.length} lines`
  const data = { file: path, text, candidates: candidates.slice(0, MOST_CANDIDATES) }
  throw toolError('INVALID_LINE', data, `${says} of '${path}' contain${only === undefined ? 's' : ''} '${text}'`)
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
