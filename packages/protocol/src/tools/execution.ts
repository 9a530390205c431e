import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { digestParams, expectedStopId, sessionId, threadId, timeoutMs, tree } from '../shapes/parameters.js'
import { movedFields, stopFields } from '../shapes/rows.js'

export const debugContinue = defineTool({
  name: 'debug_continue',
  group: 'execution',
  title: 'Let the program run on',
  description: 'Resume the stopped program; with wait, until it stops again or ends.',
  notes: 'Without wait it returns when the program runs; then call wait_for_stop or breakpoint_wait.',
  params: z.strictObject({
    session_id: sessionId,
    thread_id: threadId,
    wait: z.boolean().default(false).describe('Answer at the next stop, or when the program has ended'),
    reverse: z.boolean().default(false).describe('Run back: in a recording, and where the debugger can'),
    expected_stop_id: expectedStopId,
    timeout_ms: timeoutMs(30_000, 'Longest wait for the next stop'),
    ...digestParams,
  }),
  result: z.strictObject(movedFields),
  errors: ['NOT_PAUSED', 'INVALID_THREAD', 'STEP_FAILED', 'STOP_CHANGED', 'UNSUPPORTED', 'TIMEOUT', 'CONTROL_HELD'],
  annotations: ANNOTATIONS.moves,
  role: 'operator',
  session: 'live',
  aliases: {},
  timeoutMs: 30_000,
  waits: true,
  examples: [
    { why: 'run to the next breakpoint', params: { wait: true } },
    { why: 'back to the breakpoint before', params: { wait: true, reverse: true } },
  ],
})

export const debugPause = defineTool({
  name: 'debug_pause',
  group: 'execution',
  title: 'Stop the running program',
  description: 'Stop the running program. A program that is already stopped does not change.',
  params: z.strictObject({
    session_id: sessionId,
    thread_id: threadId,
    expected_stop_id: expectedStopId,
    timeout_ms: timeoutMs(10_000, 'Longest wait for the stop'),
    ...digestParams,
  }),
  result: z.strictObject(movedFields),
  errors: ['NOT_PAUSED', 'INVALID_THREAD', 'STEP_FAILED', 'STOP_CHANGED', 'TIMEOUT', 'CONTROL_HELD'],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  waits: true,
  examples: [{ why: 'see what it is doing', params: {} }],
})

export const debugStep = defineTool({
  name: 'debug_step',
  group: 'execution',
  title: 'Step',
  description: 'Run one line (over), into the function that is called (into), or to the end of this one (out).',
  notes:
    'Answers with the new place and values; changed marks what the step changed. back goes to the stop before, in a recording and where the debugger can. A step that takes longer than timeout_ms returns stopped: false, reason: timeout, and continues; wait_for_stop waits for its end.',
  params: z.strictObject({
    session_id: sessionId,
    action: z.enum(['over', 'into', 'out', 'back']).describe('over, into, out or back'),
    thread_id: threadId,
    wait: z.boolean().default(true).describe('Answer when the step has ended'),
    expected_stop_id: expectedStopId,
    timeout_ms: timeoutMs(30_000, 'Longest wait for the end of the step'),
    ...digestParams,
  }),
  result: z.strictObject(movedFields),
  errors: ['NOT_PAUSED', 'INVALID_THREAD', 'STEP_FAILED', 'STOP_CHANGED', 'UNSUPPORTED', 'TIMEOUT', 'CONTROL_HELD'],
  annotations: ANNOTATIONS.moves,
  role: 'operator',
  session: 'live',
  aliases: { mode: 'action' },
  valueAliases: { action: { in: 'into' } },
  alsoCalled: {
    debug_step_over: { action: 'over' },
    debug_step_into: { action: 'into' },
    debug_step_out: { action: 'out' },
  },
  timeoutMs: 30_000,
  waits: true,
  examples: [{ why: 'the next line', params: { action: 'over' } }],
})

export const runTo = defineTool({
  name: 'run_to',
  group: 'execution',
  title: 'Run to a line',
  description: 'Resume the stopped program until it reaches a line of a file.',
  notes:
    'Use it for a place where you need no lasting breakpoint. Answers as debug_step does, with reached. A breakpoint, exception or pause on the way stops the program there: reached is false, and run_to again goes on. After timeout_ms the program continues, and the line no longer stops it. stacktrace_get or variables_get come next.',
  params: z.strictObject({
    session_id: sessionId,
    file: z.string().min(1).describe('Absolute path of the source file'),
    line: integer({ min: 1 }).describe('Line, counted from 1'),
    thread_id: threadId,
    expected_stop_id: expectedStopId,
    timeout_ms: timeoutMs(30_000, 'Longest wait for the stop'),
    ...digestParams,
  }),
  result: z.strictObject({
    ...movedFields,
    reached: z.boolean().describe('False if something else stopped the program first, it ended, or the time ran out'),
    message: z.string().optional().describe('Why the line was not reached'),
  }),
  errors: [
    'NOT_PAUSED',
    'INVALID_THREAD',
    'INVALID_FILE',
    'INVALID_LINE',
    'STEP_FAILED',
    'STOP_CHANGED',
    'TIMEOUT',
    'CONTROL_HELD',
  ],
  annotations: ANNOTATIONS.moves,
  role: 'operator',
  session: 'live',
  aliases: { path: 'file', source: 'file' },
  timeoutMs: 30_000,
  waits: true,
  examples: [{ why: 'to the end of the loop', params: { file: '/app/main.py', line: 31 } }],
})

export const waitForStop = defineTool({
  name: 'wait_for_stop',
  group: 'execution',
  title: 'Wait for the next stop',
  description: 'Wait until the program is stopped or has exited, or the time runs out.',
  notes:
    'A stop comes with its place, source lines, stack, values, output and exception; the end with its exit code and the breakpoints that were never hit. debug_step, evaluate or variables_get come next. Without since_stop_id the call returns at once if the program is stopped already. With it only a later stop counts, and none between two calls is missed: one that has ended since comes with still_stopped: false. A stop may be of a process or worker that the program has started: session_id names it, and since_stop_id counts only the stops of the session that is asked.',
  params: z.strictObject({
    session_id: sessionId,
    since_stop_id: integer({ min: 0 }).optional().describe('Only a stop after this one counts'),
    tree,
    timeout_ms: timeoutMs(30_000, 'Longest wait'),
    ...digestParams,
  }),
  result: z.strictObject(stopFields),
  errors: [],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'latest',
  aliases: {},
  timeoutMs: 30_000,
  waits: true,
  examples: [
    { why: 'after debug_launch with breakpoints', params: {} },
    { why: 'the stop after the one that was read', params: { since_stop_id: 3, timeout_ms: 60_000 } },
  ],
})

export const threadSelect = defineTool({
  name: 'thread_select',
  group: 'execution',
  title: 'Choose a thread',
  description: 'Choose the thread that later calls of this client mean, until the next stop.',
  params: z.strictObject({
    session_id: sessionId,
    thread_id: integer({}, true).describe('Thread ID, as in threads_list'),
  }),
  result: z.strictObject({ success: z.literal(true), thread_id: z.int(), frame_index: z.int() }),
  errors: ['INVALID_THREAD', 'UNSUPPORTED'],
  annotations: ANNOTATIONS.arranges,
  role: 'observer',
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'look at a worker', params: { thread_id: 5 } }],
})

export const frameSelect = defineTool({
  name: 'frame_select',
  group: 'execution',
  title: 'Choose a stack frame',
  description: 'Choose the stack frame that later calls of this client mean, until the next stop.',
  notes: 'Without frame_index it tells which frame is chosen.',
  params: z.strictObject({
    session_id: sessionId,
    frame_index: integer({ min: 0 }).optional().describe('Frame, as in stacktrace_get'),
    thread_id: threadId,
  }),
  result: z.strictObject({ success: z.literal(true), thread_id: z.int(), frame_index: z.int() }),
  errors: ['NOT_PAUSED', 'INVALID_THREAD', 'INVALID_FRAME', 'STACKTRACE_FAILED', 'UNSUPPORTED'],
  annotations: ANNOTATIONS.arranges,
  role: 'observer',
  session: 'live',
  aliases: { index: 'frame_index' },
  timeoutMs: 10_000,
  examples: [{ why: 'look at the caller', params: { frame_index: 1 } }],
})
