import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** A file and a line, as the surface takes them. */
export interface TypedPlace {
  readonly file: string
  readonly line: number
}

/** Text in quotation marks loses them: `"a b.js:3"` and `"a b.js":3` both name line 3 of `a b.js`. */
const QUOTED = /^(?:"([^"]+)"|'([^']+)')(.*)$/

/** Reads `FILE:LINE` as it is typed in the view; undefined for anything else. */
export function readPlace(text: string): TypedPlace | undefined {
  const [, file, line] = /^(.+):([1-9]\d*)$/.exec(unquote(text)) ?? []
  return file === undefined ? undefined : { file: existingFile(file), line: Number(line) }
}

export function unquote(text: string): string {
  const [, double, single, rest = ''] = QUOTED.exec(text) ?? []
  const inner = double ?? single
  return inner === undefined ? text : `${inner}${rest}`
}

/** A file that exists here gets its absolute path. Another one may be on the machine of the program: it stays as typed. */
const existingFile = (file: string): string => (existsSync(file) ? resolve(file) : file)
