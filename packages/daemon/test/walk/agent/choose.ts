import { isJsonObject, paramsSchema, type JsonSchema, type ToolDefinition } from '@dapplex/protocol'
import { pick } from '../world.js'
import { linesOf, type TrapSubject } from './traps.js'

/** What a walk has met so far, to be asked about again. */
export interface Met {
  readonly sessionId: string
  readonly threads: Set<number>
  readonly objects: Set<number>
  readonly breakpoints: Set<number>
  readonly stops: Set<number>
}

/** The parameters of one call, and whether they ask for code of the program to be run. */
export interface Chosen {
  readonly params: Record<string, unknown>
  readonly runsCode: boolean
}

/** Waits end soon: the program passes each breakpoint within milliseconds. */
const WAIT_MS = 400

/** Chooses parameters for a tool: those that it needs, and some of the others. */
export function choose(
  tool: ToolDefinition,
  numbers: readonly number[],
  at: { subject: TrapSubject; met: Met },
): Chosen {
  const { properties = {}, required = [] } = paramsSchema(tool.params)
  const params: Record<string, unknown> = {}
  let runsCode = tool.annotations.destructive
  for (const [index, [name, schema]] of Object.entries(properties).entries()) {
    const n = numbers[index % numbers.length] ?? 0
    if (!ALWAYS.has(name) && !required.includes(name) && n % 3 !== 0) continue
    const value = name === 'timeout_ms' ? timeoutOf(tool) : valueOf(name, schema, { n: Math.floor(n / 3), ...at })
    if (value === undefined) continue
    params[name] = value
    runsCode ||= typeof value === 'string' && asks(name, value, at.subject)
  }
  return { params, runsCode: runsCode || (tool.name === 'evaluate' && params['allow_side_effects'] !== false) }
}

/** For an answer there is enough time on a busy machine too. */
const timeoutOf = ({ waits }: ToolDefinition): number => (waits === true ? WAIT_MS : 20 * WAIT_MS)

const ALWAYS = new Set(['session_id', 'timeout_ms', 'wait_ms'])

/** Conditions and the texts of log points are code of whoever sets them. */
const CODE = new Set(['condition', 'log_message', 'code', 'value'])

const asks = (name: string, value: string, { expressions }: TrapSubject): boolean =>
  CODE.has(name) || (expressions.includes(value) && ['expand', 'object_ref'].includes(name))

interface Choice {
  readonly n: number
  readonly subject: TrapSubject
  readonly met: Met
}

/** A value that makes sense for a parameter of this name; else any of its type. */
function valueOf(name: string, schema: JsonSchema, choice: Choice): unknown {
  const { enum: allowed } = schema
  if (Array.isArray(allowed) && allowed.length > 0) return allowed[choice.n % allowed.length] as unknown
  const named = BY_NAME[name]
  return named === undefined ? ofType(schema, choice.n) : named(choice)
}

const oneOf = <T>(known: Iterable<T>, n: number): T | undefined => {
  const list = [...known]
  return list[n % Math.max(1, list.length)]
}
const pathOrExpression = ({ n, subject: { paths, expressions } }: Choice) =>
  n % 4 === 0 ? pick(expressions, n >> 2) : pick(paths, n >> 2)
const aName = ({ n, subject: { names } }: Choice) => pick(names, n)
const aLine = ({ n, subject }: Choice) => pick(linesOf(subject), n)

const BY_NAME: Readonly<Record<string, ((choice: Choice) => unknown) | undefined>> = {
  session_id: ({ met }) => met.sessionId,
  wait_ms: () => WAIT_MS,
  lease_ms: () => WAIT_MS,
  thread_id: ({ met, n }) => (n % 8 === 0 ? 9_999_999 : oneOf(met.threads, n)),
  frame_index: ({ n }) => n % 4,
  start_frame: ({ n }) => n % 4,
  object_id: ({ met, n }) => (n % 8 === 0 ? 9_999_999 : (oneOf(met.objects, n) ?? n)),
  object_ids: ({ met, n }) => [oneOf(met.objects, n) ?? n],
  id: ({ met, n }) => oneOf(met.breakpoints, n) ?? n,
  breakpoint_id: ({ met, n }) => oneOf(met.breakpoints, n),
  expected_stop_id: ({ met, n }) => oneOf(met.stops, n),
  since_stop_id: ({ met, n }) => oneOf(met.stops, n),
  expression: pathOrExpression,
  expand: pathOrExpression,
  object_ref: pathOrExpression,
  name: ({ n, subject: { paths } }) => pick(paths, n),
  value: ({ n }) => n % 100,
  file: ({ subject }) => subject.source,
  line: aLine,
  column: () => undefined,
  function: aName,
  symbol: aName,
  class_name: aName,
  package_name: aName,
  type: aName,
  condition: ({ subject }) => pick(subject.expressions, 2),
  log_message: () => 'tick is {tick}',
  code: ({ n, subject: { expressions } }) => pick(expressions, n),
  depth: ({ n }) => 1 + (n % 3),
  max_depth: ({ n }) => 1 + (n % 3),
  max_bytes: ({ n }) => 1024 + (n % 3000),
  count: ({ n }) => 1 + (n % 20),
  max_frames: ({ n }) => 1 + (n % 20),
  max_value_length: ({ n }) => 16 + (n % 200),
  text: () => 'BREAK: loop',
  address: ({ n }) => `0x${n.toString(16)}`,
  enabled: () => true,
}

function ofType({ type, anyOf, minimum }: JsonSchema, n: number): unknown {
  const first: unknown = Array.isArray(anyOf) ? anyOf[0] : undefined
  switch (type) {
    case 'integer':
    case 'number':
      return (typeof minimum === 'number' ? minimum : 0) + (n % 10)
    case 'boolean':
      return n % 2 === 0
    case 'array':
      return []
    case 'object':
      return {}
    case 'string':
      return 'tick'
    default:
      return isJsonObject(first) ? ofType(first, n) : 'tick'
  }
}

/** Remembers the ids of a result, however deep they stand. */
export function remember(met: Met, value: unknown): void {
  if (Array.isArray(value)) for (const one of value) remember(met, one)
  if (!isJsonObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    const known = typeof member === 'number' ? METS[name] : undefined
    if (known !== undefined) met[known].add(member as number)
    else remember(met, member)
  }
  for (const row of rowsOf(value['breakpoints'])) if (typeof row['id'] === 'number') met.breakpoints.add(row['id'])
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isJsonObject) : [])

const METS: Readonly<Record<string, Exclude<keyof Met, 'sessionId'> | undefined>> = {
  thread_id: 'threads',
  object_id: 'objects',
  breakpoint_id: 'breakpoints',
  stop_id: 'stops',
}
