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
  const wrong = wrongMember(args, type)
  if (wrong !== undefined) return fieldOf(wrong)
  return command === 'setBreakpoints' ? unnamedSource(args) : undefined
}

/** A value of a wrong type. Its place is collected on the way back from it, so that right arguments cost no text. */
interface Wrong extends Pick<BadField, 'needs' | 'value'> {
  readonly keys: readonly (string | number)[]
}

const within = (key: string | number, wrong: Wrong | undefined): Wrong | undefined =>
  wrong === undefined ? undefined : { ...wrong, keys: [key, ...wrong.keys] }

function fieldOf({ keys, needs, value }: Wrong): BadField {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  const name = keys.filter((key) => typeof key === 'string').at(-1) ?? ''
  return { path: path.slice(1), name, needs, value }
}

function wrongMember(object: JsonObject, type: ObjectType): Wrong | undefined {
  for (const name of Object.keys(object)) {
    const wanted = type.members.get(name) ?? inAnyCase(type).get(folded(name))
    if (wanted === undefined) continue
    const value = object[name]
    const isNone = value === null || value === undefined
    if (isNone && !type.required.includes(name)) continue
    const wrong = wrongValue(value, wanted)
    if (wrong !== undefined) return within(name, wrong)
  }
  return undefined
}

/** Of an object within the arguments. */
function lackingMember(object: JsonObject, { members, required }: ObjectType): Wrong | undefined {
  const lacking = required.find((name) => object[name] === undefined)
  const wanted = lacking === undefined ? undefined : members.get(lacking)
  return lacking === undefined || wanted === undefined ? undefined : within(lacking, wrongValue(undefined, wanted))
}

function wrongValue(value: unknown, type: ArgumentType): Wrong | undefined {
  if (type === 'integer')
    return Number.isSafeInteger(value) ? undefined : { keys: [], needs: wholeNumber(value), value }
  if (type === 'string') return typeof value === 'string' ? undefined : { keys: [], needs: 'a string', value }
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : { keys: [], needs: 'true or false', value }
  if (type.kind === 'object')
    return isJsonObject(value)
      ? (wrongMember(value, type) ?? lackingMember(value, type))
      : { keys: [], needs: 'an object', value }
  return Array.isArray(value) ? wrongItem(value, type.each) : { keys: [], needs: 'a list', value }
}

function wrongItem(list: readonly unknown[], type: ArgumentType): Wrong | undefined {
  for (const [at, item] of list.entries()) {
    const wrong = wrongValue(item, type)
    if (wrong !== undefined) return within(at, wrong)
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
