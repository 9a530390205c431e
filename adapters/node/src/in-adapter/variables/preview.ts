import type { Runtime } from '../inspector/methods.js'
import { headOfStackText } from '../sources/stack-text.js'

/** A variable's text is cut here, where the client asks for no longer one; `evaluate` for the clipboard gives all of it. */
export const TEXT_LIMIT = 10_000
/** No text is longer, whatever the client asks for. */
export const LONGEST_TEXT = 1_048_576

type ObjectPreview = Runtime.ObjectPreview
type PropertyPreview = Runtime.PropertyPreview

/** A value in one line: `Array(3) [1, 2, 3]`, `{name: 'x', n: 1}`, `Cart {items: Array(2)}`, `Map(1) {'a' => 1}`, `'text'`. */
export function previewOf(value: Runtime.RemoteObject, textLimit = TEXT_LIMIT): string {
  const { type, subtype, description, preview } = value
  switch (type) {
    case 'string':
      return quote(cut(String(value.value), { length: lengthOf(value), limit: textLimit }))
    case 'undefined':
      return 'undefined'
    case 'function':
      return functionText(description ?? '')
    case 'object':
      return subtype === 'null' ? 'null' : objectText({ type, subtype, description, preview })
    default:
      return description ?? String(value.value)
  }
}

/** The type to show: the class of an object, else the primitive type. */
export function typeOf({ type, subtype, className }: Runtime.RemoteObject): string {
  if (subtype === 'null') return 'null'
  return className ?? type
}

/** The size that V8 writes behind a name: `Array(3)`, `Map(2)`, `Uint8Array(5)`. */
export function sizeOf({ description }: Runtime.RemoteObject): number {
  return Number(/\((\d+)\)$/.exec(description ?? '')?.[1] ?? 0)
}

/** In single quotes, with what would break a line escaped. */
export function quote(text: string): string {
  const escaped = text.replace(/[\\'\n\r\t]/g, (character) => ESCAPES[character] ?? character)
  return `'${escaped}'`
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const cut = (text: string, { length = text.length, limit = TEXT_LIMIT } = {}): string =>
  length <= limit ? text : `${text.slice(0, limit)}… (${length} characters)`

/** The length of a string, of which `value` may only have the beginning. */
const lengthOf = (value: Runtime.RemoteObject): number =>
  'length' in value && typeof value.length === 'number' ? value.length : String(value.value).length

/** Whether the text of a value is only its beginning. */
export const isCut = (value: Runtime.RemoteObject, textLimit = TEXT_LIMIT): boolean =>
  value.type === 'string' && lengthOf(value) > textLimit

/** `ƒ total(order)`, `class Cart extends Basket`, `(x) => …`. */
export function functionText(source: string): string {
  const code = source.replace(/\s+/g, ' ')
  const classHead = /^class\b[^{]*/.exec(code)?.[0].trim()
  if (classHead !== undefined) return classHead
  const named = /^(async )?function ?(\*?) ?([^(]*\([^)]*\))/.exec(code)
  if (named !== null) return `${named[1] ?? ''}ƒ${named[2] ?? ''} ${named[3] ?? ''}`
  const arrow = /^((?:async )?(?:\([^)]*\)|[\w$]+) =>)/.exec(code)
  if (arrow !== null) return `${arrow[1] ?? ''} …`
  const method = /^((?:async |get |set |static )*\*? ?[^(]*\([^)]*\))/.exec(code)
  return method === null ? cut(code) : `ƒ ${method[1] ?? ''}`
}

interface Shown {
  readonly type: string
  readonly subtype: string | undefined
  readonly description: string | undefined
  readonly preview: ObjectPreview | undefined
}

function objectText({ subtype, description = 'Object', preview }: Shown): string {
  switch (subtype) {
    case 'error':
      return headOfStackText(description)
    case 'date':
    case 'regexp':
    case 'node':
    case 'weakref':
      return description
    case 'array':
    case 'typedarray':
      return preview === undefined ? description : `${description} [${listText(preview)}]`
    case 'map':
    case 'set':
    case 'weakmap':
    case 'weakset':
      return preview === undefined ? description : `${description} {${entriesText(preview)}}`
    case 'promise':
      return `Promise {${promiseText(preview)}}`
    default: {
      const name = description === 'Object' ? '' : `${description} `
      return preview === undefined ? description : `${name}{${membersText(preview)}}`
    }
  }
}

function listText({ properties, overflow }: ObjectPreview): string {
  let next = 0
  const items = properties.flatMap((property) => {
    if (!/^\d+$/.test(property.name)) return []
    const index = Number(property.name)
    const holes = index - next
    next = index + 1
    return [...(holes > 0 ? [holes === 1 ? '<empty>' : `<${holes} empty>`] : []), propertyText(property)]
  })
  return withMore(items, overflow)
}

function membersText({ properties, overflow }: ObjectPreview): string {
  const isPrivate = ({ name }: PropertyPreview) => name.startsWith('#')
  const own = properties.filter(({ name }) => !name.startsWith('[['))
  const inOrder = [...own.filter((one) => !isPrivate(one)), ...own.filter(isPrivate)]
  return withMore(
    inOrder.map((one) => `${one.name}: ${propertyText(one)}`),
    overflow,
  )
}

function entriesText({ entries = [], overflow }: ObjectPreview): string {
  const texts = entries.map(({ key, value }) => {
    return key === undefined ? entryText(value) : `${entryText(key)} => ${entryText(value)}`
  })
  return withMore(texts, overflow)
}

function promiseText(preview: ObjectPreview | undefined): string {
  const find = (name: string) => preview?.properties.find((one) => one.name === name)
  const state = find('[[PromiseState]]')?.value ?? 'pending'
  const result = find('[[PromiseResult]]')
  return state === 'pending' || result === undefined ? `<${state}>` : `<${state}>: ${propertyText(result)}`
}

/** Inside an object's text: another object only by its name. */
function propertyText({ type, subtype, value = '' }: PropertyPreview): string {
  switch (type) {
    case 'string':
      return quote(value)
    case 'function':
      return 'ƒ'
    case 'accessor':
      return '(...)'
    case 'object':
      if (subtype === 'error') return headOfStackText(value)
      return value === 'Object' ? '{…}' : value
    default:
      return value
  }
}

function entryText({ type, subtype, description = '', properties, overflow }: ObjectPreview): string {
  if (type === 'string') return quote(description)
  if (type !== 'object' || subtype === 'null') return description
  if (description !== 'Object') return description
  return `{${membersText({ type, properties, overflow })}}`
}

/** An entry of a map, from an object with `key` and `value`. */
export function entryPreview({ preview }: Runtime.RemoteObject): string {
  const text = (name: string) => {
    const found = preview?.properties.find((one) => one.name === name)
    return found === undefined ? '…' : propertyText(found)
  }
  return `${text('key')} => ${text('value')}`
}

const withMore = (items: readonly string[], isMore: boolean): string => [...items, ...(isMore ? ['…'] : [])].join(', ')
