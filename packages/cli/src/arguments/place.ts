import { resolve } from 'node:path'
import { UsageError } from '../exit/command-error.js'

export interface Place {
  /** Absolute path. */
  readonly file: string
  /** 1-based. */
  readonly line: number
}

/** Reads `FILE:LINE`. Errors: UsageError. */
export function parsePlace(text: string): Place {
  const match = /^(?<file>.+):(?<line>[1-9]\d*)$/.exec(text)
  if (match?.groups === undefined) throw new UsageError(`"${text}" is not FILE:LINE, with lines counted from 1`)
  return { file: resolve(match.groups['file'] ?? ''), line: Number(match.groups['line']) }
}
