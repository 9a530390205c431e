import { toolError, type ToolError } from '@dapplex/protocol'

/** What is wrong with one parameter. `says` is the whole sentence. */
export interface WrongParameter {
  /** Path of the wrong value, such as `breakpoints.0.line`. */
  readonly field: string
  readonly says: string
  readonly value?: unknown
  readonly allowed?: unknown
  readonly nearest?: string | undefined
}

/** Longest value that an error repeats, in characters of its JSON text. */
const LONGEST = 500

/** INVALID_PARAMETER (-32602) for one parameter. */
export function invalidParameter({ field, says, value, allowed, nearest }: WrongParameter): ToolError {
  const parameter = field.split('.')[0] ?? field
  return toolError('INVALID_PARAMETER', { field, parameter, value: shortened(value), allowed, nearest }, says)
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined || text.length <= LONGEST ? value : `${text.slice(0, LONGEST)}…`
}
