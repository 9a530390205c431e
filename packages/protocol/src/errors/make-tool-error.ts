import { fillPlaces } from '../dap/error-text.js'
import { errorCatalogue, type ErrorData, type ErrorType } from './catalogue.js'
import type { ErrorEntry } from './catalogue/entry.js'
import { ERROR_CODES, ToolError } from './tool-error.js'

/**
 * Makes a catalogue error. `message` replaces the catalogue's sentence where the caller can say more; placeholders
 * `{name}` in the sentence are filled from `data`.
 */
export function toolError<T extends ErrorType>(type: T, data: ErrorData<T>, message?: string): ToolError {
  const entry: ErrorEntry = errorCatalogue[type]
  const fields: Readonly<Record<string, unknown>> = data
  const text = message ?? fill(entry.says, fields)
  const then = hintOf(entry, fields)
  const hint = then === undefined ? {} : { hint: fill(inCalls(then, fields), fields) }
  const code = type === 'INVALID_PARAMETER' ? ERROR_CODES.invalidParams : ERROR_CODES.domain
  return new ToolError({ code, message: text, data: { type, ...hint, ...known(fields) } })
}

function hintOf({ then, thenBy }: ErrorEntry, fields: Readonly<Record<string, unknown>>): string | undefined {
  if (thenBy === undefined) return then
  const value = fields[thenBy.field]
  return (typeof value === 'string' ? thenBy.hints[value] : undefined) ?? then
}

/** A field that is not known is absent on the wire, never null. */
const known = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Fills `{name}` from the fields; a field that is absent reads "unknown". */
function fill(sentence: string, fields: Readonly<Record<string, unknown>>): string {
  return fillPlaces(sentence, (name) => shown(fields[name]))
}

/** In the JSON of a call (`source_get {"file": "{file}"}`) a text is written as JSON writes it, so that the call can be made as it stands. */
const inCalls = (hint: string, fields: Readonly<Record<string, unknown>>): string =>
  hint.replace(/"\{(\w+)\}"/g, (_whole, name: string) => JSON.stringify(shown(fields[name])))

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'unknown'
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
