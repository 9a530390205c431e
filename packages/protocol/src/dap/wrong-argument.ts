import { argumentTypes, type ArgumentType, type ObjectType } from './argument-types.js'
import type { BadField } from './fields.js'
import { isJsonObject, type JsonObject } from './message.js'
import { countIn, textIn } from './read-member.js'

/**
 * The first argument of a standard request that is not as DAP types it; undefined where there is none. Null counts as missing where
 * DAP does not require the member. Members and requests that DAP does not know are not looked at (mux 21).
 *
 * A required member of the arguments themselves may be missing, as adapters answer that. In an entry of a list it may not: debugpy 1.6
 * ends itself over a breakpoint without a line, and over breakpoints of no source.
 */
export function wrongArgument(command: string, args: JsonObject): BadField | undefined {
  const type = argumentTypes.get(command)
  if (type === undefined) return undefined
  return wrongMember(args, type, '') ?? (command === 'setBreakpoints' ? unnamedSource(args) : undefined)
}

function wrongMember(object: JsonObject, type: ObjectType, path: string): BadField | undefined {
  const placeOf = (name: string) => ({ path: path === '' ? name : `${path}.${name}`, name })
  for (const name of Object.keys(object)) {
    const wanted = type.members.get(name) ?? inAnyCase(type).get(folded(name))
    if (wanted === undefined) continue
    const value = object[name]
    const isNone = value === null || value === undefined
    if (isNone && !type.required.includes(name)) continue
    const wrong = wrongValue(value, wanted, placeOf(name))
    if (wrong !== undefined) return wrong
  }
  if (path === '') return undefined
  const lacking = type.required.find((name) => object[name] === undefined)
  const wanted = lacking === undefined ? undefined : type.members.get(lacking)
  return lacking === undefined || wanted === undefined ? undefined : wrongValue(undefined, wanted, placeOf(lacking))
}

type Place = Pick<BadField, 'path' | 'name'>

function wrongValue(value: unknown, type: ArgumentType, place: Place): BadField | undefined {
  if (type === 'integer')
    return Number.isSafeInteger(value) ? undefined : { ...place, needs: wholeNumber(value), value }
  if (type === 'string') return typeof value === 'string' ? undefined : { ...place, needs: 'a string', value }
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : { ...place, needs: 'true or false', value }
  if (type.kind === 'object')
    return isJsonObject(value) ? wrongMember(value, type, place.path) : { ...place, needs: 'an object', value }
  return Array.isArray(value) ? wrongItem(value, type.each, place) : { ...place, needs: 'a list', value }
}

function wrongItem(list: readonly unknown[], type: ArgumentType, { path, name }: Place): BadField | undefined {
  for (const [at, item] of list.entries()) {
    const wrong = wrongValue(item, type, { path: `${path}[${at}]`, name })
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** A number that no adapter can hold, such as 1e300, counts as none. */
const wholeNumber = (value: unknown): string =>
  Number.isInteger(value) ? 'a whole number below 2^53' : 'a whole number'

/** DAP: "Either `source.path` or `source.sourceReference` must be specified." */
function unnamedSource({ source }: JsonObject): BadField | undefined {
  if (isJsonObject(source) && (textIn(source, 'path') !== undefined || (countIn(source, 'sourceReference') ?? 0) > 0))
    return undefined
  return { path: 'source', name: 'source', needs: 'an object with a "path" or a "sourceReference"', value: source }
}

/** Adapters in Go read members in any case: `Levels` is `levels` to delve, and the long s is an s. */
const folded = (name: string): string => name.toUpperCase().toLowerCase()

const foldedMembers = new WeakMap<ObjectType, ReadonlyMap<string, ArgumentType>>()

function inAnyCase(type: ObjectType): ReadonlyMap<string, ArgumentType> {
  const known = foldedMembers.get(type)
  if (known !== undefined) return known
  const made = new Map([...type.members].map(([name, member]) => [folded(name), member]))
  foldedMembers.set(type, made)
  return made
}
