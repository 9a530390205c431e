/** The JSON type of a member of arguments. Every number in the arguments of DAP is whole. */
export type ArgumentType = 'integer' | 'string' | 'boolean' | ListType | ObjectType

export interface ListType {
  readonly kind: 'list'
  readonly each: ArgumentType
}

/** Members that it does not name may have any type. */
export interface ObjectType {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, ArgumentType>
  readonly required: readonly string[]
}

type Members = Readonly<Record<string, ArgumentType>>

const listOf = (each: ArgumentType): ListType => ({ kind: 'list', each })
const objectOf = (members: Members, required: readonly string[] = []): ObjectType => ({
  kind: 'object',
  members: new Map(Object.entries(members)),
  required,
})

const sourceMembers = new Map<string, ArgumentType>([
  ['name', 'string'],
  ['path', 'string'],
  ['sourceReference', 'integer'],
  ['presentationHint', 'string'],
  ['origin', 'string'],
  ['checksums', listOf(objectOf({ algorithm: 'string', checksum: 'string' }, ['algorithm', 'checksum']))],
])
const source: ObjectType = { kind: 'object', members: sourceMembers, required: [] }
sourceMembers.set('sources', listOf(source))

const format = objectOf({ hex: 'boolean' })
const frameFormat = objectOf({
  hex: 'boolean',
  parameters: 'boolean',
  parameterTypes: 'boolean',
  parameterNames: 'boolean',
  parameterValues: 'boolean',
  line: 'boolean',
  module: 'boolean',
  includeAll: 'boolean',
})

const frameId = 'integer'
const mode = 'string'
const condition = { condition: 'string', hitCondition: 'string' } as const
const thread = { threadId: 'integer', singleThread: 'boolean' } as const
const step = { ...thread, granularity: 'string' } as const
const memory = { memoryReference: 'string', offset: 'integer' } as const
const place = { source, line: 'integer', column: 'integer' } as const
const segment = objectOf({ negate: 'boolean', names: listOf('string') }, ['names'])

const breakpointArguments: Readonly<Record<string, ObjectType>> = {
  setBreakpoints: objectOf(
    {
      source,
      breakpoints: listOf(
        objectOf({ line: 'integer', column: 'integer', ...condition, logMessage: 'string', mode }, ['line']),
      ),
      lines: listOf('integer'),
      sourceModified: 'boolean',
    },
    ['source'],
  ),
  setFunctionBreakpoints: objectOf({ breakpoints: listOf(objectOf({ name: 'string', ...condition }, ['name'])) }, [
    'breakpoints',
  ]),
  setExceptionBreakpoints: objectOf(
    {
      filters: listOf('string'),
      filterOptions: listOf(objectOf({ filterId: 'string', condition: 'string', mode }, ['filterId'])),
      exceptionOptions: listOf(objectOf({ path: listOf(segment), breakMode: 'string' }, ['breakMode'])),
    },
    ['filters'],
  ),
  setDataBreakpoints: objectOf(
    { breakpoints: listOf(objectOf({ dataId: 'string', accessType: 'string', ...condition }, ['dataId'])) },
    ['breakpoints'],
  ),
  setInstructionBreakpoints: objectOf(
    {
      breakpoints: listOf(
        objectOf({ instructionReference: 'string', offset: 'integer', ...condition, mode }, ['instructionReference']),
      ),
    },
    ['breakpoints'],
  ),
  breakpointLocations: objectOf({ ...place, endLine: 'integer', endColumn: 'integer' }, ['source', 'line']),
  dataBreakpointInfo: objectOf(
    { variablesReference: 'integer', name: 'string', frameId, bytes: 'integer', asAddress: 'boolean', mode },
    ['name'],
  ),
}

const executionArguments: Readonly<Record<string, ObjectType>> = {
  terminate: objectOf({ restart: 'boolean' }),
  continue: objectOf(thread, ['threadId']),
  next: objectOf(step, ['threadId']),
  stepIn: objectOf({ ...step, targetId: 'integer' }, ['threadId']),
  stepOut: objectOf(step, ['threadId']),
  stepBack: objectOf(step, ['threadId']),
  reverseContinue: objectOf(thread, ['threadId']),
  restartFrame: objectOf({ frameId }, ['frameId']),
  goto: objectOf({ threadId: 'integer', targetId: 'integer' }, ['threadId', 'targetId']),
  pause: objectOf({ threadId: 'integer' }, ['threadId']),
  terminateThreads: objectOf({ threadIds: listOf('integer') }),
  stepInTargets: objectOf({ frameId }, ['frameId']),
  gotoTargets: objectOf(place, ['source', 'line']),
}

const inspectionArguments: Readonly<Record<string, ObjectType>> = {
  stackTrace: objectOf({ threadId: 'integer', startFrame: 'integer', levels: 'integer', format: frameFormat }, [
    'threadId',
  ]),
  scopes: objectOf({ frameId }, ['frameId']),
  variables: objectOf({ variablesReference: 'integer', filter: 'string', start: 'integer', count: 'integer', format }, [
    'variablesReference',
  ]),
  setVariable: objectOf({ variablesReference: 'integer', name: 'string', value: 'string', format }, [
    'variablesReference',
    'name',
    'value',
  ]),
  source: objectOf({ source, sourceReference: 'integer' }, ['sourceReference']),
  modules: objectOf({ startModule: 'integer', moduleCount: 'integer' }),
  evaluate: objectOf({ expression: 'string', frameId, ...place, context: 'string', format }, ['expression']),
  setExpression: objectOf({ expression: 'string', value: 'string', frameId, format }, ['expression', 'value']),
  completions: objectOf({ frameId, text: 'string', column: 'integer', line: 'integer' }, ['text', 'column']),
  exceptionInfo: objectOf({ threadId: 'integer' }, ['threadId']),
  locations: objectOf({ locationReference: 'integer' }, ['locationReference']),
  readMemory: objectOf({ ...memory, count: 'integer' }, ['memoryReference', 'count']),
  writeMemory: objectOf({ ...memory, allowPartial: 'boolean', data: 'string' }, ['memoryReference', 'data']),
  disassemble: objectOf(
    { ...memory, instructionOffset: 'integer', instructionCount: 'integer', resolveSymbols: 'boolean' },
    ['memoryReference', 'instructionCount'],
  ),
}

/**
 * The arguments of the requests that go on to the adapter, by command, as DAP 1.68 types them. The launch and attach arguments are the
 * adapter's own; of the other requests that are missing here nothing goes on that the multiplexer has not read.
 */
export const argumentTypes: ReadonlyMap<string, ObjectType> = new Map(
  Object.entries({ ...breakpointArguments, ...executionArguments, ...inspectionArguments }),
)
