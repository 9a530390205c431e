import { fillPlaces } from '../dap/error-text.js'
import { errorCatalogue, type ErrorType } from './catalogue.js'
import type { ErrorEntry } from './catalogue/entry.js'
import type { ToolError } from './tool-error.js'

/** Characters of one value in the sentence of an error: a wrong name of megabytes is not told whole. */
export const LONGEST_SAID = 4000

type Fields = Readonly<Record<string, unknown>>

/** What to do next, for who calls tools; undefined where nothing leads on. */
export function hintFor(type: ErrorType, fields: Fields): string | undefined {
  const then = thenOf(errorCatalogue[type], fields)
  return then === undefined ? undefined : fill(inCalls(then, fields), fields)
}

/** What to do next, for a person in an editor: the name of a tool is of no use there. */
export function hintForPerson({ wire: { data } }: ToolError): string | undefined {
  const { type, hint, ...fields } = data
  if (!isErrorType(type)) return hint
  const entry: ErrorEntry = errorCatalogue[type]
  if (entry.thenForPerson !== undefined) return fill(entry.thenForPerson, fields)
  return NAMES_TOOL.test(thenOf(entry, fields) ?? '') ? undefined : hint
}

export const isErrorType = (type: string): type is ErrorType => Object.hasOwn(errorCatalogue, type)

/** Tools have names of several words, but for two. */
const NAMES_TOOL = /\b(?:[a-z]+(?:_[a-z]+)+|evaluate|disassemble) \{/

function thenOf({ then, thenBy }: ErrorEntry, fields: Fields): string | undefined {
  if (thenBy === undefined) return then
  const value = fields[thenBy.field]
  return (typeof value === 'string' ? thenBy.hints[value] : undefined) ?? then
}

/** Fills `{name}` from the fields; a field that is absent reads "unknown". */
export function fill(sentence: string, fields: Fields): string {
  return fillPlaces(sentence, (name) => cut(shown(fields[name]), LONGEST_SAID))
}

/** In the JSON of a call (`source_get {"file": "{file}"}`) a text is written as JSON writes it, so that the call can be made as it stands. */
const inCalls = (hint: string, fields: Fields): string =>
  hint.replace(/"\{(\w+)\}"/g, (_whole, name: string) => JSON.stringify(shown(fields[name])))

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'unknown'
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
