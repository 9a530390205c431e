import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of all fixtures; the same from source and from the built testkit. */
export const FIXTURES = fileURLToPath(new URL('../../../../fixtures/', import.meta.url))

/**
 * Absolute path of a fixture, given below `fixtures/`: `fixture('programs/python/orders.py')`.
 * @throws Error if it does not exist
 */
export function fixture(path: string): string {
  const absolute = `${FIXTURES}${path}`
  if (!existsSync(absolute)) throw new Error(`no fixture ${path} in ${FIXTURES}`)
  return absolute
}

/**
 * The line (from 1) with a marker comment: `markerLine(path, 'BREAK: body')`. Every comment syntax will do, as long as nothing
 * but its end follows the marker.
 * @throws Error unless there is exactly one
 */
export function markerLine(path: string, marker: string): number {
  const found = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => (endsWithMarker(line, marker) ? [index + 1] : []))
  const [line] = found
  if (line !== undefined && found.length === 1) return line
  throw new Error(`"${marker}" stands on ${found.length === 0 ? 'no line' : `lines ${found.join(', ')}`} of ${path}`)
}

function endsWithMarker(line: string, marker: string): boolean {
  const at = line.indexOf(marker)
  return at !== -1 && /^\s*(?:\*\/|\|#|-->)?\s*$/.test(line.slice(at + marker.length))
}
