import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import {
  count,
  frameIndex,
  maxValueLength,
  pastStopId,
  sessionId,
  start,
  text,
  threadId,
  timeoutMs,
} from '../shapes/parameters.js'
import { location, pageFields, recordedNotes, recordedStopId, sourceChanged, variableRow } from '../shapes/rows.js'

const pausedErrors = ['NOT_PAUSED', 'INVALID_THREAD', 'INVALID_FRAME', 'STACKTRACE_FAILED', 'TIMEOUT'] as const
const reading = { group: 'inspection', annotations: ANNOTATIONS.reads, role: 'observer' } as const

export const threadsList = defineTool({
  ...reading,
  name: 'threads_list',
  seed: '001',
  title: 'The threads',
  description: 'List all managed threads.',
  notes:
    'Works while the program runs. A stopped thread has its location; file is the base name there, path the absolute one. stacktrace_get with a thread_id comes next.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({
    threads: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        state: z.enum(['running', 'stopped', 'waiting', 'not_started', 'terminated']),
        is_current: z.boolean(),
        location: location.extend({ path: z.string().optional() }).optional(),
      }),
    ),
  }),
  errors: ['TIMEOUT'],
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'what is each thread doing?', params: {} }],
})

export const stacktraceGet = defineTool({
  ...reading,
  name: 'stacktrace_get',
  seed: '001',
  title: 'The call stack',
  description: 'Get the stack trace for a thread.',
  notes:
    "The first thing to read after a stop. function is the bare name; raw_function is the adapter's own text where it says more. variables_get with a frame's index comes next.",
  params: z.strictObject({
    thread_id: integer({}, true).optional().describe('Thread ID (default: current)'),
    start_frame: integer({ min: 0 }, true).default(0).describe('Start from frame N (default: 0)'),
    max_frames: integer({ min: 1, max: 1000 }, true).default(20).describe('Max frames to return (default: 20)'),
    stop_id: pastStopId,
    session_id: sessionId,
  }),
  result: z.strictObject({
    thread_id: z.int(),
    total_frames: z.int(),
    frames: z.array(
      z.strictObject({
        index: z.int(),
        function: z.string(),
        file: z.string().optional(),
        line: z.int().optional(),
        column: z.int().optional(),
        module: z.string().optional(),
        arguments: z
          .array(z.strictObject({ name: z.string(), type: z.string().optional(), value: z.string() }))
          .optional(),
        is_external: z.literal(true).optional(),
        is_async: z.literal(true).optional(),
        raw_function: z.string().optional(),
        source_reference: z.int().optional().describe('The adapter has the text: source_get reads it'),
        source_changed: sourceChanged,
      }),
    ),
    recorded_stop_id: recordedStopId,
    ...recordedNotes,
  }),
  errors: ['NOT_PAUSED', 'INVALID_THREAD', 'STACKTRACE_FAILED', 'UNSUPPORTED', 'TIMEOUT'],
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'how did it come here?', params: { max_frames: 5 } }],
})

export const variablesGet = defineTool({
  ...reading,
  name: 'variables_get',
  seed: '001',
  title: 'The variables of a frame',
  description: 'Get variables for a stack frame.',
  notes:
    'Globals and registers are left out: reach one by its name in expand, or with evaluate. Where arguments cannot be told from locals, all are local and scope: arguments answers UNSUPPORTED. object_id leads to inspect_object.',
  params: z.strictObject({
    thread_id: integer({}, true).optional().describe('Thread ID (default: current)'),
    frame_index: integer({ min: 0 }, true).optional().describe('Frame index (default: 0 = top)'),
    scope: z
      .enum(['locals', 'arguments', 'this', 'all'])
      .default('all')
      .describe('`locals`, `arguments`, `this`, or `all` (default: `all`)'),
    expand: text().optional().describe('Variable path to expand children'),
    start,
    count: count(200, 10_000),
    max_value_length: maxValueLength(1000),
    stop_id: pastStopId,
    session_id: sessionId,
  }),
  result: z.strictObject({
    variables: z.array(variableRow),
    ...pageFields,
    recorded_stop_id: recordedStopId,
    ...recordedNotes,
  }),
  errors: [...pausedErrors, 'INVALID_REFERENCE', 'NULL_REFERENCE', 'SLOT_UNBOUND', 'VARIABLES_FAILED', 'UNSUPPORTED'],
  session: 'live',
  aliases: {},
  timeoutMs: 15_000,
  examples: [
    { why: 'all variables here', params: {} },
    { why: 'the fields of one', params: { expand: 'this._repository' } },
    { why: 'the third hundred of a long list', params: { expand: 'items', start: 200, count: 100 } },
  ],
})

export const evaluate = defineTool({
  name: 'evaluate',
  group: 'inspection',
  seed: '001',
  title: 'Evaluate an expression',
  description: 'Evaluate a C# expression in the context of a stopped thread.',
  notes:
    "The expression is one of the program's own language. What it throws is a result: error, message and type. A bare path such as a.b[3].c only reads; anything else runs code in the program and needs the operator role. With count the children of the value come too.",
  params: z.strictObject({
    expression: text().describe('C# expression to evaluate'),
    thread_id: integer({}, true).optional().describe('Thread context'),
    frame_index: integer({ min: 0 }, true).optional().describe('Stack frame context'),
    format: z
      .enum(['default', 'hex', 'binary'])
      .default('default')
      .describe('Output format: `default`, `hex`, `binary`'),
    allow_side_effects: z.boolean().default(true).describe('False refuses an expression that would change something'),
    start,
    count: integer({ min: 1, max: 10_000 }).optional().describe('Return this many children of the value too'),
    max_value_length: maxValueLength(65_536),
    timeout_ms: timeoutMs(15_000),
    session_id: sessionId,
  }),
  result: z.strictObject({
    result: z.string().optional(),
    type: z.string().optional(),
    has_children: z.boolean().optional(),
    object_id: z.int().optional(),
    children_count: z.int().optional(),
    children: z.array(variableRow).optional(),
    truncated: z.literal(true).optional(),
    error: z.literal(true).optional().describe('The expression threw'),
    message: z.string().optional(),
    type_full: z.string().optional(),
    recorded_stop_id: recordedStopId,
    ...recordedNotes,
  }),
  errors: [...pausedErrors, 'EVAL_FAILED', 'VARIABLES_FAILED', 'UNSUPPORTED', 'CONTROL_HELD'],
  annotations: ANNOTATIONS.writes,
  role: 'observer',
  session: 'live',
  aliases: {},
  timeoutMs: 15_000,
  examples: [
    { why: 'a variable', params: { expression: 'userId' } },
    { why: 'call a method', params: { expression: 'user?.GetFullName()' } },
    { why: 'a number in hexadecimal', params: { expression: 'flags', format: 'hex' } },
  ],
})

/** A field of an inspected object; nested objects stand in `fields`. */
export interface InspectedField {
  readonly name: string
  readonly typeName: string
  readonly value: string
  readonly offset?: number | undefined
  readonly size?: number | undefined
  readonly hasChildren: boolean
  readonly fields?: readonly InspectedField[] | undefined
  readonly isCircular?: true | undefined
  readonly total?: number | undefined
  readonly truncated?: true | undefined
  readonly objectId?: number | undefined
}

const inspectedField: z.ZodType<InspectedField> = z.strictObject({
  name: z.string(),
  typeName: z.string(),
  value: z.string(),
  offset: z.int().optional(),
  size: z.int().optional(),
  hasChildren: z.boolean(),
  get fields() {
    return z.array(inspectedField).optional()
  },
  isCircular: z.literal(true).optional(),
  total: z.int().optional(),
  truncated: z.literal(true).optional(),
  objectId: z.int().optional(),
})

export const objectInspect = defineTool({
  name: 'object_inspect',
  group: 'inspection',
  seed: '001',
  title: 'An object in depth',
  description: "Inspect a heap object's contents including all fields, sizes, and addresses.",
  notes:
    'address, size and offset are given if the runtime knows them; otherwise layout is unavailable. With a depth above 1, fields contain their own fields; cycles are marked. Long collections come in pages.',
  params: z.strictObject({
    object_ref: text().describe('Object reference (variable name or expression)'),
    depth: integer({}, true).default(1).describe('Max depth for nested expansion (1-10, default: 1)'),
    thread_id: integer({}, true).optional().describe('Thread ID (default: current)'),
    frame_index: integer({ min: 0 }, true).optional().describe('Frame index (default: 0)'),
    start,
    count: count(100, 10_000),
    max_value_length: maxValueLength(1000),
    session_id: sessionId,
  }),
  result: z.strictObject({
    success: z.literal(true),
    inspection: z.strictObject({
      address: z.string().optional(),
      typeName: z.string(),
      size: z.int().optional(),
      fields: z.array(inspectedField),
      isNull: z.boolean(),
      hasCircularRef: z.boolean(),
      truncated: z.boolean(),
      value: z.string(),
      objectId: z.int().optional(),
      start: z.int(),
      total: z.int(),
      layout: z.literal('unavailable').optional(),
      layoutReason: z.string().optional(),
    }),
  }),
  errors: [
    ...pausedErrors,
    'INVALID_REFERENCE',
    'NULL_REFERENCE',
    'SLOT_UNBOUND',
    'DEPTH_EXCEEDED',
    'EVAL_FAILED',
    'VARIABLES_FAILED',
  ],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'live',
  aliases: { reference: 'object_ref', max_depth: 'depth', maxDepth: 'depth' },
  timeoutMs: 20_000,
  examples: [{ why: 'two levels of a customer', params: { object_ref: 'customer', depth: 2 } }],
})

export const exceptionGet = defineTool({
  ...reading,
  name: 'exception_get',
  title: 'The exception of this stop',
  description: 'Get type, message, stack and inner exceptions of the exception that stopped the program.',
  notes: 'A stop for another reason answers thrown: false and that reason.',
  params: z.strictObject({ session_id: sessionId, thread_id: threadId }),
  result: z.strictObject({
    thrown: z.boolean(),
    stop_reason: z.string(),
    type: z.string().optional(),
    type_full: z.string().optional(),
    message: z.string().optional(),
    description: z.string().optional(),
    break_mode: z.string().optional(),
    stack_trace: z.string().optional(),
    inner: z
      .array(
        z.strictObject({
          type: z.string().optional(),
          type_full: z.string().optional(),
          message: z.string().optional(),
          stack_trace: z.string().optional(),
        }),
      )
      .optional()
      .describe('Causes, the outermost first'),
    recorded_stop_id: recordedStopId,
    ...recordedNotes,
  }),
  errors: ['NOT_PAUSED', 'INVALID_THREAD', 'UNSUPPORTED', 'TIMEOUT'],
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'after a stop with reason exception', params: {} }],
})

export const setVariable = defineTool({
  name: 'set_variable',
  group: 'inspection',
  title: 'Change a variable',
  description: 'Give a variable, field or element of the stopped program a new value.',
  notes: 'Give name (a path such as order.items[2].price), or expression where only the adapter can resolve it.',
  params: z.strictObject({
    name: z.string().min(1).optional().describe('Variable, or path of a field or element'),
    expression: z.string().min(1).optional().describe('Expression that can be assigned to, instead of name'),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.null()])
      .describe("The new value: an expression of the program's language, or a number, true, false or null"),
    thread_id: threadId,
    frame_index: frameIndex,
    session_id: sessionId,
  }),
  result: z.strictObject({
    success: z.literal(true),
    name: z.string(),
    value: z.string(),
    type: z.string().optional(),
    ran_code: z
      .literal(true)
      .optional()
      .describe('The value was read back by a getter of the program: a setter may keep another one'),
  }),
  errors: [
    ...pausedErrors,
    'INVALID_REFERENCE',
    'NULL_REFERENCE',
    'SLOT_UNBOUND',
    'SLOT_TYPE_ERROR',
    'EVAL_FAILED',
    'VARIABLES_FAILED',
    'UNSUPPORTED',
    'CONTROL_HELD',
  ],
  annotations: ANNOTATIONS.writes,
  role: 'operator',
  session: 'live',
  aliases: {},
  timeoutMs: 15_000,
  examples: [{ why: 'try another value', params: { name: 'discount', value: '5' } }],
})

export const completionsGet = defineTool({
  ...reading,
  name: 'completions_get',
  title: 'Completions of an expression',
  description: 'Get what an expression that is being typed can go on with.',
  params: z.strictObject({
    text: z.string().describe('What is typed so far'),
    column: integer({ min: 1 }).optional().describe('Where the cursor is, counted from 1 (default: at the end)'),
    thread_id: threadId,
    frame_index: frameIndex,
    count: count(100, 1000),
    session_id: sessionId,
  }),
  result: z.strictObject({
    completions: z.array(
      z.strictObject({
        label: z.string(),
        text: z.string().describe('What to insert'),
        type: z.string().optional(),
        start: z.int().optional(),
        length: z.int().optional(),
      }),
    ),
    ...pageFields,
  }),
  errors: [...pausedErrors, 'UNSUPPORTED'],
  session: 'live',
  aliases: {},
  capability: 'supportsCompletionsRequest',
  timeoutMs: 10_000,
  examples: [{ why: 'members of an object', params: { text: 'account.' } }],
})
