import { ToolError, toolError } from '@dapplex/protocol'

/** What is wrong with one parameter. `says` is the whole sentence. */
export interface WrongParameter {
  /** Path of the wrong value, such as `breakpoints.0.line`. */
  readonly field: string
  readonly says: string
  readonly value?: unknown
  readonly allowed?: unknown
  readonly nearest?: string | undefined
  /** What is expected, in words. */
  readonly hint?: string | undefined
}

/** Longest value that an error repeats, in characters of its JSON text. */
const LONGEST = 500

/** INVALID_PARAMETER (-32602) for one parameter. */
export function invalidParameter({ field, says, value, allowed, nearest, hint }: WrongParameter): ToolError {
  const parameter = field.split('.')[0] ?? field
  const error = toolError('INVALID_PARAMETER', { field, parameter, value: shortened(value), allowed, nearest }, says)
  return hint === undefined ? error : new ToolError({ ...error.wire, data: { ...error.wire.data, hint } })
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined || text.length <= LONGEST ? value : `${text.slice(0, LONGEST)}…`
}
