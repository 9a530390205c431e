import type { BreakpointSpec, FollowedPlace } from '../port/dap-session.js'
import { readLines } from './local-file.js'

/** The text of a line without its indentation; undefined for one that tells nothing, such as `}`. */
export async function textOfLine(path: string, line: number): Promise<string | undefined> {
  const text = (await readLines(path))?.[line - 1]?.trim()
  return text === undefined || !/[\p{L}\p{N}]/u.test(text) ? undefined : text
}

/** The lines of a file that contain a fragment. */
export async function linesWith(
  path: string,
  fragment: string,
): Promise<{ readonly line: number; readonly text: string }[]> {
  const lines = (await readLines(path)) ?? []
  return lines.flatMap((text, index) => (text.includes(fragment) ? [{ line: index + 1, text: text.trim() }] : []))
}

/**
 * Where a breakpoint belongs after its file was edited: the line that has its text now, and of several the nearest. `stale`: no line
 * has it. Undefined if it stays as it is, also where the file cannot be read.
 */
export async function followed(
  spec: Pick<BreakpointSpec, 'path' | 'line' | 'text' | 'movedFrom' | 'stale'>,
): Promise<FollowedPlace | undefined> {
  const { path, line, text, movedFrom, stale } = spec
  if (path === undefined || line === undefined || text === undefined) return undefined
  const lines = await readLines(path)
  if (lines === undefined) return undefined
  const isSame = lines[line - 1]?.trim() === text
  if (isSame) return stale === undefined ? undefined : { line, ...(movedFrom === undefined ? {} : { movedFrom }) }
  const found = lines.flatMap((one, index) => (one.trim() === text ? [index + 1] : []))
  const nearest = found.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line))[0]
  if (nearest !== undefined) return { line: nearest, movedFrom: line }
  return stale === true ? undefined : { line, stale: true }
}
