import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { digestParams, expectedStopId, frameIndex, sessionId, threadId, timeoutMs } from '../shapes/parameters.js'
import { breakpointRow, location, movedFields } from '../shapes/rows.js'

export const dataBreakpointSet = defineTool({
  name: 'data_breakpoint_set',
  group: 'breakpoints',
  title: 'Stop where a value is written or read',
  description: 'Stop the program where a variable, field or element is written or read.',
  notes:
    'Give expression, a path such as account.balance, or object_id and slot. It belongs to the object that the path names now, and ends with the run of the program, or with the frame for a local. breakpoint_list shows it, breakpoint_remove takes it away. UNSUPPORTED where the adapter has no data breakpoints: change_find works with every adapter.',
  params: z.strictObject({
    session_id: sessionId,
    expression: z.string().min(1).optional().describe('Path of a variable, field or element, seen from the frame'),
    object_id: integer({}, true).optional().describe('The object, instead of expression'),
    slot: z.string().min(1).optional().describe('Field or element of the object'),
    access: z.enum(['write', 'read', 'readWrite']).default('write').describe('Which accesses stop the program'),
    condition: z.string().min(1).optional().describe('Expression of the program: stop only where it is true'),
    hit_count: z
      .union([integer({ min: 1 }), z.string().min(1)])
      .optional()
      .describe("Stop at this hit; as text in the adapter's own way, such as >= 3"),
    thread_id: threadId,
    frame_index: frameIndex,
  }),
  result: breakpointRow,
  errors: [
    'NOT_PAUSED',
    'INVALID_THREAD',
    'INVALID_FRAME',
    'INVALID_REFERENCE',
    'NULL_REFERENCE',
    'SLOT_UNBOUND',
    'OBJECT_NOT_FOUND',
    'VARIABLES_FAILED',
    'STACKTRACE_FAILED',
    'UNSUPPORTED',
    'ADAPTER_CRASHED',
    'TIMEOUT',
  ],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'live',
  aliases: { slot_name: 'slot', name: 'slot', hit_condition: 'hit_count', access_type: 'access' },
  timeoutMs: 15_000,
  examples: [
    { why: 'who changes this field?', params: { expression: 'account.balance' } },
    { why: 'a field of an object', params: { object_id: 12, slot: 'balance' } },
  ],
})

/** Where a program stood, with the text of the line. */
const writtenAt = location.extend({ text: z.string().optional().describe('The line') })

export const changeFind = defineTool({
  name: 'change_find',
  group: 'execution',
  title: 'Find who changes a value',
  description:
    'Run on until a variable, field or element has another value, and stop there: it tells which line wrote it.',
  notes:
    "The program runs as an experiment of its own: nobody else is told of its steps, and debug_pause ends it. by tells how the change was found: data_breakpoint (the adapter watches the value, in all threads), helper (code in the program does, for slots, entries, elements and globals of Common Lisp; in Python it makes the steps), or steps. Steps follow this thread through the program's own code. It stops at the change, at a breakpoint or exception on the way, after max_steps, or when the variable is gone; ended tells which. written_at is the line that wrote the value.",
  params: z.strictObject({
    session_id: sessionId,
    expression: z.string().min(1).describe('Path of a variable, field or element, such as account.balance'),
    from: z
      .strictObject({
        file: z.string().min(1).optional(),
        line: integer({ min: 1 }).optional(),
        text: z.string().min(1).optional().describe('Part of the line, instead of its number'),
        function: z.string().min(1).optional(),
      })
      .optional()
      .describe('Where watching begins, as in breakpoint_set (default: here)'),
    max_steps: integer({ min: 1, max: 1_000_000 })
      .default(2000)
      .describe('Most steps of the program, or stops at the value'),
    thread_id: threadId,
    frame_index: frameIndex.describe(
      'Frame that the expression is seen from (default: the nearest where it names something)',
    ),
    expected_stop_id: expectedStopId,
    timeout_ms: timeoutMs(60_000, 'Longest time to search'),
    ...digestParams,
  }),
  result: z.strictObject({
    ...movedFields,
    found: z.boolean(),
    expression: z.string(),
    old: z.string().optional().describe('The value before'),
    new: z.string().optional().describe('The value after'),
    by: z.enum(['data_breakpoint', 'helper', 'steps']).optional().describe('How the change was found'),
    written_at: writtenAt.optional().describe('The line that wrote it'),
    also_possible: z
      .array(writtenAt)
      .optional()
      .describe('Other lines that ran between the last two looks at the value'),
    steps: z.int().describe('Steps that were made, or stops at the value'),
    ended: z
      .enum(['changed', 'stopped', 'exited', 'max_steps', 'timeout', 'out_of_scope', 'not_reached'])
      .describe('Why the search ended'),
    message: z.string().optional(),
  }),
  errors: [
    'NOT_PAUSED',
    'INVALID_THREAD',
    'INVALID_FRAME',
    'INVALID_REFERENCE',
    'INVALID_FILE',
    'INVALID_LINE',
    'NULL_REFERENCE',
    'SLOT_UNBOUND',
    'EVAL_FAILED',
    'VARIABLES_FAILED',
    'STACKTRACE_FAILED',
    'STEP_FAILED',
    'STOP_CHANGED',
    'CONTROL_HELD',
    'TIMEOUT',
  ],
  annotations: ANNOTATIONS.moves,
  role: 'operator',
  session: 'live',
  aliases: {},
  jsonText: ['from'],
  timeoutMs: 60_000,
  waits: true,
  examples: [
    { why: 'which of these calls corrupts it?', params: { expression: 'account.balance' } },
    { why: 'from a place further on', params: { expression: 'total', from: { file: '/app/main.py', line: 12 } } },
  ],
})
