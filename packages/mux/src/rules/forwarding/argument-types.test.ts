import { argumentTypes, isJsonObject, type ArgumentType, type JsonObject } from '@dapplex/protocol'
import { generateDapSchema } from '@dapplex/testkit'
import { describe, expect, test } from 'vitest'
import { standardRequests } from '../../state/requests/standard.js'

/** Requests of which nothing goes on unread, or whose arguments are the adapter's own. */
const NOT_CHECKED = [
  'initialize',
  'launch',
  'attach',
  'restart',
  'disconnect',
  'configurationDone',
  'cancel',
  'threads',
  'loadedSources',
]

const schema = generateDapSchema() as { readonly definitions: Readonly<Record<string, JsonObject>> }

/** A type as one word, or its members; it is deep as far as types do not hold themselves. */
type Shape = string | { readonly [member: string]: Shape }

const members = (entries: (readonly [string, Shape])[]): Shape =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))

/** A member that may be missing is marked as in TypeScript. */
const marked = (name: string, required: unknown): string =>
  Array.isArray(required) && required.includes(name) ? name : `${name}?`

function shapeOf(type: ArgumentType, within: readonly ArgumentType[] = []): Shape {
  if (typeof type === 'string') return type
  if (within.includes(type)) return 'itself'
  const inner = [...within, type]
  if (type.kind === 'list') return { '[]': shapeOf(type.each, inner) }
  return members(
    [...type.members].map(([name, member]) => [marked(name, type.required), shapeOf(member, inner)] as const),
  )
}

/** What DAP declares. Numbers in arguments are all integers there; members of any type are left out. */
function declaredShape(node: JsonObject, within: readonly string[] = []): Shape | undefined {
  const { $ref, anyOf, type, items, properties, required } = node
  if (typeof $ref === 'string') {
    if (within.includes($ref)) return 'itself'
    return declaredShape(definition($ref.replace('#/definitions/', '')), [...within, $ref])
  }
  if (Array.isArray(anyOf)) return declaredShape(anyOf.filter(isJsonObject)[0] ?? {}, within)
  if (type === 'number') return 'integer'
  if (type === 'array') return { '[]': declaredShape(isJsonObject(items) ? items : {}, within) ?? 'any' }
  if (type !== 'object') return typeof type === 'string' ? type : undefined
  return members(
    Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, member]) => {
      const shape = declaredShape(member as JsonObject, within)
      return shape === undefined ? [] : [[marked(name, required), shape] as const]
    }),
  )
}

function definition(name: string): JsonObject {
  const found = schema.definitions[decodeURIComponent(name)]
  if (found === undefined) throw new Error(`the schema of DAP has no ${name}`)
  return found
}

const argumentsNamed = (command: string): JsonObject =>
  definition(`DebugProtocol.${command.charAt(0).toUpperCase()}${command.slice(1)}Arguments`)

describe('mux 20: the types of arguments are those of DAP', () => {
  test('every standard request is checked, or is known to need no check', () => {
    expect([...argumentTypes.keys(), ...NOT_CHECKED].sort()).toEqual([...standardRequests.keys()].sort())
  })
  test.each([...argumentTypes.keys()])('%s has these members, of these types, and no others', (command) => {
    const type = argumentTypes.get(command)
    expect(type && shapeOf(type)).toEqual(declaredShape(argumentsNamed(command)))
  })
})
