import type { SessionCall } from '../call/call.js'
import type { Frame } from '../stop/frame.js'
import { cut } from '../text/cut.js'
import { collectionText } from '../variables/collection-text.js'
import { simpleTypeName } from '../text/type-name.js'
import { bracedType, isNullText, valueText } from '../variables/value-text.js'
import type { Variable } from '../variables/variable.js'
import { isFamiliar, readFields, type DigestMember, type Fields } from './fields.js'

/** Objects of one frame whose fields are read, where their text tells only the type. Each may cost a request. */
const MOST_OBJECTS = 8
const LONGEST_FIELD = 60

/** A value as a digest shows it. */
export interface ShownValue {
  readonly text: string
  /** With detail full, where the text does not tell all of them. */
  readonly members: readonly DigestMember[]
  readonly omittedMembers: number
}

/**
 * The texts of the variables of a frame. An object whose own text tells only its type is shown by its fields, `{limit: 20}`, and a
 * collection by its first elements.
 */
export async function shownValues(
  on: SessionCall,
  {
    frame,
    variables,
    withMembers,
  }: { readonly frame: Frame; readonly variables: readonly Variable[]; readonly withMembers: boolean },
): Promise<ShownValue[]> {
  const texts = await Promise.all(variables.map((variable) => collectionText(on, variable)))
  const closed = variables.filter((one, index) => isClosed(on, one, texts[index] ?? '')).slice(0, MOST_OBJECTS)
  const read = withMembers ? variables : closed
  const fields = await readFields(on, frame, read)
  return variables.map((variable, index) => {
    const text = texts[index] ?? ''
    const own = fields[read.indexOf(variable)]
    const told = own === undefined || !closed.includes(variable) ? undefined : fieldsText(on, text, own)
    const needsMembers = withMembers && own !== undefined && (told === undefined || !told.isWhole)
    return {
      text: told?.text ?? text,
      members: needsMembers ? own.rows : [],
      omittedMembers: needsMembers ? own.omitted : 0,
    }
  })
}

/** A value as `shownValues` shows it, where what is in it has been read already. */
export function textWithFields(on: SessionCall, variable: Variable, fields: Fields | undefined): string {
  const text = valueText(variable, on.traits.presentation)
  if (fields === undefined || !isClosed(on, variable, text)) return text
  return fieldsText(on, text, fields)?.text ?? text
}

/** Whether a text tells only the type of an object, or only how much is in it. */
function isClosed(on: SessionCall, variable: Variable, text: string): boolean {
  if (variable.reference === 0 || isFamiliar(on, variable)) return false
  return isCount(text) || isOpaque(on, variable.value)
}

const isCount = (text: string): boolean => /^Count = [1-9]\d*$/.test(text)

function isOpaque({ traits }: SessionCall, value: string): boolean {
  const { presentation } = traits
  // `{Type: text}` is an object that tells something itself.
  if (bracedType(value, presentation)?.includes(': ') === false) return true
  return presentation.opaqueValues !== undefined && new RegExp(presentation.opaqueValues).test(value)
}

interface Told {
  readonly text: string
  /** Nothing is left out of it, and nothing in it can be opened. */
  readonly isWhole: boolean
}

/** Undefined where the fields tell nothing either. */
function fieldsText(on: SessionCall, text: string, { rows, omitted }: Fields): Told | undefined {
  if (rows.every(({ value }) => isOpaque(on, value))) return undefined
  const cuts = rows.map(({ value }) => cut(value, LONGEST_FIELD))
  const isList = rows.every(({ name }) => isElement(name))
  const parts = rows.map(({ name }, index) => {
    const value = cuts[index]?.text ?? ''
    return isElement(name) ? value : `${name}: ${value}`
  })
  const inside = [...parts, ...(omitted > 0 ? ['…'] : [])].join(', ')
  const body = isList ? `[${inside}]` : `{${inside}}`
  return {
    text: isCount(text) ? `${text} ${body}` : body,
    isWhole: omitted === 0 && cuts.every(({ isCut }) => !isCut) && rows.every((one) => one.object_id === undefined),
  }
}

const isElement = (name: string): boolean => /^\[\d+\]$/.test(name)

/** Whether the text that is shown of a value tells its type. */
export function tellsType({ traits }: SessionCall, type: string, text: string): boolean {
  const { presentation } = traits
  if (type === '') return false
  // A null of a type that has other values too.
  if (isNullText(text, presentation) && !/none|null/i.test(type)) return false
  if (presentation.plainTypes !== undefined && new RegExp(presentation.plainTypes).test(type)) return true
  const simple = simpleTypeName(type)
  const begins = (whole: string, name: string) => whole.startsWith(name) && /^\W/.test(whole.slice(name.length))
  // `Account {…}`, `{Account: …}`, `<bank.Account …>`.
  return begins(text, type) || begins(text, `{${simple}`) || begins(text.replace(/^<([\w.]+\.)?(?=\w)/, ''), simple)
}
