import { describe, expect, test } from 'vitest'
import { paramsSchema } from '../derive/json-schema.js'
import { toolRegistry } from '../tools/registry.js'
import { errorCatalogue, type ErrorType } from './catalogue.js'
import type { ErrorEntry } from './catalogue/entry.js'
import { hintForPerson } from './hint.js'
import { toolError } from './make-tool-error.js'

/** Where no tool leads on: what to do lies outside dapplex, or in the words of the caller. */
const NO_CALL: readonly ErrorType[] = [
  'ADAPTER_NOT_FOUND',
  'FORBIDDEN',
  'IDEMPOTENCY_CONFLICT',
  'INVALID_ANSWER',
  'INVALID_PATH',
  'INVALID_PATTERN',
  'PERMISSION_DENIED',
  'RATE_LIMITED',
  'SPAWN_RATE_LIMITED',
]

const hints = (Object.entries(errorCatalogue) as [ErrorType, ErrorEntry][]).flatMap(
  ([type, { then, thenBy, data }]) => {
    const fields = Object.keys(paramsSchema(data).properties ?? {})
    const first = then === undefined ? [] : [{ type, then, fields, where: {} }]
    const others = Object.entries(thenBy?.hints ?? {}).map(([value, text]) => ({
      type,
      then: text,
      fields,
      where: { [thenBy?.field ?? '']: value },
    }))
    return [...first, ...others]
  },
)

/** Names with an underscore, and those tools that have none. */
const WORD = /\b(?:[a-z]+(?:_[a-z]+)+|evaluate|disassemble)\b/g
const parametersOf = (tool: string) => paramsSchema(definitionOf(tool).params)

describe.each(hints)('the hint of $type $where', ({ type, then, fields, where }) => {
  const calls = callsIn(then)
  test('names only tools, parameters of tools and members of its data', () => {
    const parameters = new Set(
      [...toolRegistry.keys()].flatMap((tool) => Object.keys(parametersOf(tool).properties ?? {})),
    )
    const unknown = (then.match(WORD) ?? []).filter(
      (word) => !toolRegistry.has(word) && !parameters.has(word) && !fields.includes(word),
    )
    expect(unknown).toEqual([])
  })
  test('names a tool, unless none leads on', () => {
    const named = (then.match(WORD) ?? []).filter((word) => toolRegistry.has(word))
    expect(named.length > 0).toBe(!NO_CALL.includes(type))
  })
  test.each(calls)('$tool $params: has these parameters, and no other is required', ({ tool, params }) => {
    const { properties = {}, required = [] } = parametersOf(tool)
    expect(params.filter((name) => properties[name] === undefined)).toEqual([])
    expect(required.filter((name) => !params.includes(name))).toEqual([])
  })
  test('the calls that it gives whole are valid for any text in the data', () => {
    const data = Object.fromEntries(fields.map((field) => [field, isNumber(then, field) ? 7 : 'a "quoted" \\ text']))
    const { hint = '' } = toolError(type, { ...data, ...where }).wire.data
    const whole = callsIn(hint).filter(({ json }) => json !== undefined)
    expect(whole).toHaveLength(calls.filter(({ json }) => json !== undefined).length)
    for (const { tool, json } of whole) expect(definitionOf(tool).params.safeParse(json).error).toBeUndefined()
  })
})

test.each(hints)('the hint of $type $where for a person in an editor names no tool', ({ type, where }) => {
  const said = hintForPerson(toolError(type, where)) ?? ''
  expect((said.match(WORD) ?? []).filter((word) => toolRegistry.has(word))).toEqual([])
})

test('a person in an editor reads what became of a session, not the name of a tool', () => {
  const error = toolError('SESSION_NOT_FOUND', { session_id: 's1' })
  expect(hintForPerson(error)).toContain('`dapplex sessions`')
  expect(error.wire.data.hint).toContain('sessions_list {}')
})

interface HintCall {
  readonly tool: string
  readonly params: readonly string[]
  /** Absent where the caller has to fill in the values. */
  readonly json?: unknown
}

/** The calls in a hint: `tool {…}`, with JSON or with the names of parameters. */
function callsIn(hint: string): HintCall[] {
  return [...hint.matchAll(/\b([a-z_]+) (?=\{)/g)].flatMap(({ 1: tool = '', index, 0: { length } }) => {
    if (!toolRegistry.has(tool)) return []
    const text = upToItsBrace(hint.slice(index + length))
    if (text === '{}') return [{ tool, params: [], json: {} }]
    if (!text.includes('"')) return [{ tool, params: text.slice(1, -1).split(', ') }]
    const json: unknown = JSON.parse(text.replace(/: \{\w+\}/g, ': 1'))
    return [{ tool, params: Object.keys(json as object), json }]
  })
}

/** A text that begins with a brace, up to the one that closes it; braces within texts do not count. */
function upToItsBrace(text: string): string {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]
    if (isQuoted && one === '\\') at += 1
    else if (one === '"') isQuoted = !isQuoted
    else if (!isQuoted && one === '{') depth += 1
    else if (!isQuoted && one === '}') depth -= 1
    if (depth === 0) return text.slice(0, at + 1)
  }
  throw new Error(`a brace is open: ${text}`)
}

/** A place without quotes around it is a number in the call. */
const isNumber = (then: string, field: string): boolean => then.includes(`": {${field}}`)

function definitionOf(tool: string) {
  const definition = toolRegistry.get(tool)
  if (definition === undefined) throw new Error(`no tool is called ${tool}`)
  return definition
}
