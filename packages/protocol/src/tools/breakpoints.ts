import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { digestParams, sessionId, timeoutMs } from '../shapes/parameters.js'
import { actor, breakpointRow, digestFields, endFields, location, stopFields } from '../shapes/rows.js'

const breakpointId = integer({}, true).describe('Breakpoint, as in breakpoint_list')

export const breakpointSet = defineTool({
  name: 'breakpoint_set',
  group: 'breakpoints',
  title: 'Set a breakpoint',
  description: 'Stop the program at a line of a file, or when a function is entered.',
  notes:
    'Give file and line, file and text, or function. Code that is not loaded yet gives a pending breakpoint (verified: false), which is no error. With no session it is kept for the workspace and set in the next one. It stays until breakpoint_remove, whoever leaves. With log_message it prints instead of stopping; {expressions} in it are filled in.',
  params: z.strictObject({
    session_id: sessionId,
    file: z.string().min(1).optional().describe('Absolute path of the source file'),
    line: integer({ min: 1 }).optional().describe('Line, counted from 1'),
    text: z.string().min(1).optional().describe('Part of the line, instead of its number; only one line may have it'),
    column: integer({ min: 1 }).optional().describe('Column, counted from 1'),
    function: z.string().min(1).optional().describe('Function to stop in, instead of file and line'),
    condition: z.string().min(1).optional().describe('Expression of the program: stop only where it is true'),
    hit_count: z
      .union([integer({ min: 1 }), z.string().min(1)])
      .optional()
      .describe("Stop at this hit; as text in the adapter's own way, such as >= 3"),
    log_message: z.string().min(1).optional().describe('Text to print instead of stopping'),
  }),
  result: breakpointRow,
  errors: [
    'SESSION_NOT_FOUND',
    'SESSION_AMBIGUOUS',
    'INVALID_FILE',
    'INVALID_LINE',
    'INVALID_CONDITION',
    'BREAKPOINT_UNSUPPORTED',
    'TIMEOUT',
  ],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'none',
  aliases: { path: 'file', source: 'file', hit_condition: 'hit_count' },
  timeoutMs: 15_000,
  examples: [
    { why: 'a line', params: { file: '/app/main.py', line: 12 } },
    { why: 'a line by its text', params: { file: '/app/main.py', text: 'total += price' } },
    { why: 'only sometimes', params: { file: '/app/main.py', line: 12, condition: 'total > 100' } },
    { why: 'a function', params: { function: 'transfer' } },
  ],
})

export const breakpointSetException = defineTool({
  name: 'breakpoint_set_exception',
  group: 'breakpoints',
  title: 'Stop at exceptions of a type',
  description: 'Stop the program when an exception of a type is thrown, or when nothing catches it.',
  notes:
    "First chance is where it is thrown, caught or not; second chance is where nothing catches it. exception_type is a name of the program's language, qualified or not (ValueError, System.InvalidOperationException, division-by-zero, TypeError), or * for every type. It works beside the filters of editors, stays until breakpoint_remove, and is kept for the workspace with no session. exception_get reads the exception at the stop.",
  params: z.strictObject({
    exception_type: z
      .string()
      .regex(/^(\*|[^\s'"`\\$]+)$/, { error: 'must be the name of a type, or *' })
      .describe('Type of the exception; * for every type'),
    break_on_first_chance: z.boolean().default(true).describe('Stop where it is thrown, caught or not'),
    break_on_second_chance: z.boolean().default(true).describe('Stop where nothing catches it'),
    include_subtypes: z.boolean().default(true).describe('Also for types that inherit from it'),
    session_id: sessionId,
  }),
  result: breakpointRow,
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS', 'UNSUPPORTED', 'TIMEOUT'],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'none',
  aliases: { type: 'exception_type', first_chance: 'break_on_first_chance', second_chance: 'break_on_second_chance' },
  timeoutMs: 15_000,
  examples: [
    { why: 'where it is thrown, or not caught', params: { exception_type: 'ValueError' } },
    { why: 'only what nothing catches', params: { exception_type: '*', break_on_first_chance: false } },
  ],
})

export const exceptionFiltersList = defineTool({
  name: 'exception_filters_list',
  group: 'breakpoints',
  title: 'Exception filters of the adapter',
  description: "List the debug adapter's own exception filters and which of them hold.",
  notes:
    'enabled is true where the tools have set it; enabled_by names the editors that have. For exceptions of one type breakpoint_set_exception is simpler.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({
    filters: z.array(
      z.strictObject({
        filter: z.string(),
        label: z.string().optional(),
        description: z.string().optional(),
        default: z.boolean().describe('The adapter proposes it'),
        enabled: z.boolean(),
        condition: z.string().optional(),
        supports_condition: z.boolean(),
        condition_description: z.string().optional(),
        enabled_by: z.array(actor),
      }),
    ),
  }),
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS'],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'none',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'what can it stop at?', params: {} }],
})

export const exceptionFiltersSet = defineTool({
  name: 'exception_filters_set',
  group: 'breakpoints',
  title: 'Choose the exception filters',
  description: "Set which of the adapter's exception filters hold, in place of those set through the tools before.",
  notes:
    'exception_filters_list names the filters. Those of editors and what breakpoint_set_exception has set stay. An empty list takes all of the tools away. With no session they are kept for the workspace.',
  params: z.strictObject({
    filters: z
      .array(
        z.union([
          z.string().min(1),
          z.strictObject({ filter: z.string().min(1), condition: z.string().min(1).optional() }),
        ]),
      )
      .describe('Names of filters, or {filter, condition} where a filter takes a condition'),
    session_id: sessionId,
  }),
  result: z.strictObject({ success: z.literal(true), breakpoints: z.array(breakpointRow) }),
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS', 'UNSUPPORTED', 'TIMEOUT'],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'none',
  aliases: {},
  jsonText: ['filters'],
  timeoutMs: 15_000,
  examples: [
    { why: 'everything that is not caught', params: { filters: ['uncaught'] } },
    { why: 'switch all filters off', params: { filters: [] } },
  ],
})

export const breakpointRemove = defineTool({
  name: 'breakpoint_remove',
  group: 'breakpoints',
  title: 'Remove a breakpoint',
  description: 'Remove a breakpoint that was set through the tools.',
  params: z.strictObject({ session_id: sessionId, id: breakpointId }),
  result: z.strictObject({ success: z.literal(true), id: z.int() }),
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS', 'BREAKPOINT_NOT_FOUND', 'TIMEOUT'],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'none',
  aliases: { breakpoint_id: 'id' },
  timeoutMs: 15_000,
  examples: [{ why: 'it has done its work', params: { id: 1 } }],
})

export const breakpointList = defineTool({
  name: 'breakpoint_list',
  group: 'breakpoints',
  title: 'The breakpoints',
  description:
    'List the breakpoints: those of the session, of its editors, and those kept for the workspace. After the end they are those of the session that ended last.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({ breakpoints: z.array(breakpointRow) }),
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS'],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'latest',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'which are verified?', params: {} }],
})

export const breakpointEnable = defineTool({
  name: 'breakpoint_enable',
  group: 'breakpoints',
  title: 'Enable or disable a breakpoint',
  description: 'Let a breakpoint stop the program, or keep it without stopping there.',
  params: z.strictObject({
    session_id: sessionId,
    id: breakpointId,
    enabled: z.boolean().default(true).describe('False keeps it without stopping there'),
  }),
  result: breakpointRow,
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS', 'BREAKPOINT_NOT_FOUND', 'TIMEOUT'],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'none',
  aliases: { breakpoint_id: 'id' },
  timeoutMs: 15_000,
  examples: [{ why: 'switch it off for a while', params: { id: 1, enabled: false } }],
})

export const breakpointWait = defineTool({
  name: 'breakpoint_wait',
  group: 'breakpoints',
  title: 'Wait for a breakpoint',
  description: 'Wait until a breakpoint stops the program, the program exits, or the time runs out.',
  notes:
    'If the program is already stopped at the breakpoint, the call returns at once. With since_stop_id only a later stop counts, and no stop between two calls is missed: still_stopped: false marks one that has ended since.',
  params: z.strictObject({
    session_id: sessionId,
    timeout_ms: timeoutMs(30_000, 'Longest wait'),
    breakpoint_id: integer({}, true).optional().describe('Only this breakpoint (default: any)'),
    since_stop_id: integer({ min: 0 }).optional().describe('Only a stop after this one counts'),
    ...digestParams,
  }),
  result: z.strictObject({
    hit: z.boolean(),
    breakpoint_id: z.int().optional(),
    breakpoint_ids: z.array(z.int()).optional().describe('All that were hit, where it was more than one'),
    thread_id: z.int().optional(),
    location: location.optional(),
    hit_count: z.int().optional(),
    session_id: z.string().optional(),
    stop_id: z.int().optional(),
    still_stopped: stopFields.still_stopped,
    exception: stopFields.exception,
    ...digestFields,
    ...endFields,
    reason: z.enum(['timeout', 'exited']).optional(),
    message: z.string().optional(),
  }),
  errors: ['BREAKPOINT_NOT_FOUND'],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'latest',
  aliases: { id: 'breakpoint_id' },
  timeoutMs: 30_000,
  waits: true,
  examples: [{ why: 'one breakpoint of several', params: { breakpoint_id: 2, timeout_ms: 60_000 } }],
})
