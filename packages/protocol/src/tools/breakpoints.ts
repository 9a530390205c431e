import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from './shapes/integer.js'
import { sessionId, timeoutMs } from './shapes/parameters.js'
import { breakpointRow, location, surroundingFields } from './shapes/rows.js'

const breakpointId = integer({}, true).describe('Breakpoint, as in breakpoint_list')

export const breakpointSet = defineTool({
  name: 'breakpoint_set',
  group: 'breakpoints',
  title: 'Set a breakpoint',
  description: 'Stop the program at a line of a file, or when a function is entered.',
  notes:
    'Give file and line, or function. Code that is not loaded yet gives a pending breakpoint (verified: false), which is no error. With no session it is kept for the workspace and set in the next one. It stays until breakpoint_remove, whoever leaves. With log_message it prints instead of stopping; {expressions} in it are filled in.',
  params: z.strictObject({
    session_id: sessionId,
    file: z.string().min(1).optional().describe('Absolute path of the source file'),
    line: integer({ min: 1 }).optional().describe('Line, counted from 1'),
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
    { why: 'only sometimes', params: { file: '/app/main.py', line: 12, condition: 'total > 100' } },
    { why: 'a function', params: { function: 'transfer' } },
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
  description: 'List the breakpoints: those of the session, of its editors, and those kept for the workspace.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({ breakpoints: z.array(breakpointRow) }),
  errors: ['SESSION_NOT_FOUND', 'SESSION_AMBIGUOUS'],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'none',
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
  examples: [{ why: 'for a while not', params: { id: 1, enabled: false } }],
})

export const breakpointWait = defineTool({
  name: 'breakpoint_wait',
  group: 'breakpoints',
  title: 'Wait for a breakpoint',
  description: 'Wait until a breakpoint stops the program, it has exited, or the time is over.',
  notes:
    'A program that stands at the breakpoint already answers at once; with since_stop_id only a later stop counts.',
  params: z.strictObject({
    session_id: sessionId,
    timeout_ms: timeoutMs(30_000, 'Longest wait'),
    breakpoint_id: integer({}, true).optional().describe('Only this breakpoint (default: any)'),
    since_stop_id: integer({ min: 0 }).optional().describe('Only a stop after this one counts'),
  }),
  result: z.strictObject({
    hit: z.boolean(),
    breakpoint_id: z.int().optional(),
    breakpoint_ids: z.array(z.int()).optional().describe('All that were hit, where it was more than one'),
    thread_id: z.int().optional(),
    location: location.optional(),
    hit_count: z.int().optional(),
    stop_id: z.int().optional(),
    ...surroundingFields,
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
