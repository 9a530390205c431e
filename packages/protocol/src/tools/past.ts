import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { count, digestParams, maxValueLength, sessionId, text, timeoutMs } from '../shapes/parameters.js'
import { damage, location, movedFields } from '../shapes/rows.js'

const reading = {
  group: 'inspection',
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'latest',
  aliases: {},
} as const
const by = z.string().optional().describe('The client that moved the program here')
const at = z.string().describe('ISO 8601')

export const stopsList = defineTool({
  ...reading,
  name: 'stops_list',
  title: 'The stops so far',
  description: 'List the recorded stops of a session: when, where, who moved the program there, and what had changed.',
  notes:
    'Works while the program runs and after its end. The newest stops come last; before_stop_id pages back. variables_get with a stop_id reads one of them, values_history follows one value through all.',
  params: z.strictObject({
    before_stop_id: integer({ min: 1 }).optional().describe('Only stops before this one'),
    count: count(50, 1000),
    session_id: sessionId,
  }),
  result: z.strictObject({
    stops: z.array(
      z.strictObject({
        stop_id: z.int(),
        at,
        reason: z.string(),
        thread_id: z.int().optional(),
        location: location.optional(),
        by,
        breakpoint_ids: z.array(z.int()).optional(),
        exception: z.string().optional().describe('Its type'),
        changed: z
          .array(z.strictObject({ name: z.string(), value: z.string(), previous: z.string().optional() }))
          .optional()
          .describe('Variables with another value than at the stop before, in the same function; at most five'),
        recorded: z
          .enum(['all', 'part', 'place'])
          .describe('What was read at it: all that is usual, a part of it, or nothing but where it was'),
      }),
    ),
    total: z.int().describe('Stops that are recorded'),
    dropped: z.int().optional().describe('Older stops that are no longer recorded'),
    damage,
    truncated: z.literal(true).optional().describe('There are older ones'),
  }),
  errors: ['UNSUPPORTED', 'TIMEOUT'],
  timeoutMs: 15_000,
  examples: [
    { why: 'how did it come here?', params: {} },
    { why: 'the stops before those', params: { before_stop_id: 120 } },
  ],
})

export const valuesHistory = defineTool({
  ...reading,
  name: 'values_history',
  title: 'One value at every stop',
  description: 'Read the value of a path such as order.total at every recorded stop.',
  notes:
    'At each stop the path is looked for in the recorded frames of the thread that stopped, the top one first. Equal values of one function in a row are one row. It runs nothing in the program and works after its end.',
  params: z.strictObject({
    expression: text().describe('A path, such as a.b[3].c'),
    function: z.string().optional().describe('Only in frames of this function'),
    count: count(50, 1000),
    max_value_length: maxValueLength(200),
    session_id: sessionId,
  }),
  result: z.strictObject({
    expression: z.string(),
    values: z.array(
      z.strictObject({
        stop_id: z.int(),
        last_stop_id: z.int().optional().describe('The value was the same up to this stop'),
        at,
        value: z.string(),
        type: z.string().optional(),
        function: z.string().optional(),
        line: z.int().optional(),
        by,
        truncated: z.literal(true).optional(),
      }),
    ),
    stops: z.int().describe('Stops that are recorded'),
    without: z.int().describe('Stops at which it was not recorded, or had no value'),
    damage,
    truncated: z.literal(true).optional().describe('There are older values than these: ask with a larger count'),
  }),
  errors: ['UNSUPPORTED', 'INVALID_REFERENCE', 'TIMEOUT'],
  timeoutMs: 30_000,
  examples: [{ why: 'when did it become wrong?', params: { expression: 'order.total' } }],
})

export const stopSelect = defineTool({
  name: 'stop_select',
  group: 'execution',
  title: 'Go to another place of a recording',
  description: 'Go forward or back in a recording that dapplex replay shows.',
  notes:
    'stop_id is one of stops_list. Every client of the session goes there. A live program cannot go back: variables_get reads its past.',
  params: z.strictObject({
    stop_id: integer({ min: 1 }).describe('The recorded stop'),
    timeout_ms: timeoutMs(30_000),
    session_id: sessionId,
    ...digestParams,
  }),
  result: z.strictObject(movedFields),
  errors: ['NOT_PAUSED', 'STEP_FAILED', 'UNSUPPORTED', 'TIMEOUT', 'CONTROL_HELD'],
  annotations: ANNOTATIONS.moves,
  role: 'operator',
  session: 'live',
  aliases: {},
  timeoutMs: 30_000,
  waits: true,
  examples: [{ why: 'where it first was wrong', params: { stop_id: 12 } }],
})
