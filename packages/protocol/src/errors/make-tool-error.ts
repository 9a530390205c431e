import { errorCatalogue, type ErrorData, type ErrorType } from './catalogue.js'
import type { ErrorEntry } from './catalogue/entry.js'
import { cut, fill, hintFor, LONGEST_SAID } from './hint.js'
import { ERROR_CODES, ToolError } from './tool-error.js'

/** Of one text in its data. The last words of a debugger are shorter. */
const LONGEST_FIELD = 16 * 1024

/**
 * Makes a catalogue error. `message` replaces the catalogue's sentence where the caller can say more; placeholders
 * `{name}` in the sentence are filled from `data`.
 */
export function toolError<T extends ErrorType>(type: T, data: ErrorData<T>, message?: string): ToolError {
  const entry: ErrorEntry = errorCatalogue[type]
  const fields: Readonly<Record<string, unknown>> = data
  const text = message === undefined ? fill(entry.says, fields) : cut(message, 2 * LONGEST_SAID)
  const next = hintFor(type, fields)
  const hint = next === undefined ? {} : { hint: next }
  const code = type === 'INVALID_PARAMETER' ? ERROR_CODES.invalidParams : ERROR_CODES.domain
  return new ToolError({ code, message: text, data: { type, ...hint, ...known(fields) } })
}

/** A field that is not known is absent on the wire, never null. */
const known = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === undefined) return []
      return [[name, typeof value === 'string' ? cut(value, LONGEST_FIELD) : value]]
    }),
  )
