import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { count, expectedStopId, frameIndex, sessionId, text, threadId, timeoutMs } from '../shapes/parameters.js'
import { movedFields } from '../shapes/rows.js'

const reading = { group: 'lisp', annotations: ANNOTATIONS.reads, role: 'observer', session: 'live' } as const
const moving = { group: 'lisp', annotations: ANNOTATIONS.moves, role: 'operator', session: 'live' } as const
const writing = { group: 'lisp', annotations: ANNOTATIONS.writes, role: 'operator', session: 'live' } as const

const pausedErrors = ['NOT_PAUSED', 'INVALID_THREAD', 'UNSUPPORTED', 'INVALID_ANSWER', 'TIMEOUT'] as const
const moveErrors = ['STEP_FAILED', 'STOP_CHANGED', 'CONTROL_HELD'] as const
const frameErrors = ['INVALID_FRAME', 'STACKTRACE_FAILED'] as const

const packageName = z
  .string()
  .min(1)
  .optional()
  .describe('Package in which the text is read (default: CL-USER, or that of the frame)')

const restart = z.strictObject({
  index: z.int().describe('What restart_invoke takes; 0 is the innermost'),
  name: z.string().describe('Lower case; "nil" for a restart without a name'),
  description: z.string(),
  interactive: z.boolean().describe('It asks for its arguments when it is given none'),
})
const condition = z.strictObject({ type: z.string(), message: z.string() })

export const restartsList = defineTool({
  ...reading,
  name: 'restarts_list',
  title: 'The restarts of this stop',
  description: 'List the restarts that the stopped thread offers, with the condition that it stopped for.',
  notes:
    'For Common Lisp, after a stop with reason exception or a lisp_eval that answered debug: true. Read exception_get or stacktrace_get first to see what went wrong, then choose: restart_invoke with index takes one, args gives it values. Other languages have none: UNSUPPORTED.',
  params: z.strictObject({ thread_id: threadId, session_id: sessionId }),
  result: z.strictObject({
    thread_id: z.int(),
    level: z.int().describe('Depth of the debugger in this thread; 1 is the first'),
    condition,
    restarts: z.array(restart),
  }),
  errors: pausedErrors,
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'what can be done about this error?', params: {} }],
})

const move = {
  wait: z.boolean().default(false).describe('Answer at the next stop, or when the program has ended'),
  expected_stop_id: expectedStopId,
  timeout_ms: timeoutMs(30_000, 'Longest wait for the next stop'),
}

export const restartInvoke = defineTool({
  ...moving,
  name: 'restart_invoke',
  title: 'Take a restart',
  description: 'Take one of the restarts of the stopped thread: the program goes on as the restart says.',
  notes:
    'Give index or name as restarts_list shows them. args are Lisp expressions, one for each value that the restart takes ("42", "(list 1 2)"). Without args an interactive restart asks: waits_for_input is true then, and input_send answers it. abort ends what was running. With wait it answers with the next stop.',
  params: z.strictObject({
    index: integer({ min: 0 }).optional().describe('Restart, as in restarts_list'),
    name: z.string().min(1).optional().describe('Or its name, such as use-value: the innermost of that name'),
    args: z.array(z.string()).optional().describe('Expressions for the values that it takes'),
    thread_id: threadId,
    ...move,
    session_id: sessionId,
  }),
  result: z.strictObject({
    ...movedFields,
    restart: z.strictObject({ index: z.int(), name: z.string() }),
    waits_for_input: z.boolean(),
  }),
  errors: [...pausedErrors, 'RESTART_FAILED', 'STOP_CHANGED', 'CONTROL_HELD', 'EVAL_FAILED'],
  aliases: { restart: 'name', restart_name: 'name', arguments: 'args' },
  jsonText: ['args'],
  timeoutMs: 30_000,
  waits: true,
  examples: [
    { why: 'go on with another value', params: { name: 'use-value', args: ['42'] } },
    { why: 'the first one, and wait for what happens', params: { index: 0, wait: true } },
  ],
})

export const frameRestart = defineTool({
  ...moving,
  name: 'frame_restart',
  title: 'Run a frame again',
  description: 'Unwind to a frame of the stopped thread and call its function again with the same arguments.',
  notes:
    'Side effects of the first run stay. Useful after lisp_compile has replaced the function. Adapters with the DAP request restartFrame; else UNSUPPORTED.',
  params: z.strictObject({ frame_index: frameIndex, thread_id: threadId, ...move, session_id: sessionId }),
  result: z.strictObject(movedFields),
  errors: [...pausedErrors, ...frameErrors, ...moveErrors],
  aliases: { index: 'frame_index' },
  capability: 'supportsRestartFrame',
  timeoutMs: 30_000,
  waits: true,
  examples: [{ why: 'call the function on top again', params: { frame_index: 0 } }],
})

export const frameReturn = defineTool({
  ...moving,
  name: 'frame_return',
  title: 'Return from a frame',
  description: 'Make a frame of the stopped thread return at once, with a value of the caller’s choice.',
  notes:
    'value is an expression, evaluated in the frame; (values 1 2) returns several. What the frame still had to do is skipped. Common Lisp; else UNSUPPORTED: set_variable and debug_step {action: out} come near.',
  params: z.strictObject({
    value: text().describe('Expression for the value to return'),
    frame_index: frameIndex,
    thread_id: threadId,
    ...move,
    session_id: sessionId,
  }),
  result: z.strictObject(movedFields),
  errors: [...pausedErrors, ...frameErrors, ...moveErrors, 'EVAL_FAILED'],
  aliases: { index: 'frame_index' },
  timeoutMs: 30_000,
  waits: true,
  examples: [{ why: 'as if the look-up had found nothing', params: { value: 'nil', frame_index: 1 } }],
})

export const lispEval = defineTool({
  ...writing,
  name: 'lisp_eval',
  title: 'Evaluate Lisp as at a REPL',
  description: 'Evaluate Lisp forms as at a REPL: all values of the last form, and what was printed.',
  notes:
    'An error enters the debugger: the answer is debug: true at once, with the condition, restarts and frames; restart_invoke and stacktrace_get with that thread come next. evaluate never enters the debugger: use it to look at values. With frame_index the forms see the variables of that frame. Works while the program runs.',
  params: z.strictObject({
    code: text().describe('One or more forms'),
    package: packageName,
    frame_index: integer({ min: 0 }, true).optional().describe('Evaluate in this stack frame (default: in none)'),
    thread_id: threadId,
    timeout_ms: timeoutMs(30_000, 'Longest wait for the values'),
    session_id: sessionId,
  }),
  result: z.strictObject({
    debug: z.boolean().describe('It has entered the debugger'),
    values: z
      .array(z.strictObject({ value: z.string(), type: z.string().optional(), object_id: z.int().optional() }))
      .optional(),
    output: z.string().optional().describe('What it printed'),
    package: z.string().optional(),
    thread: z.int().optional().describe('The thread that is stopped now'),
    level: z.int().optional(),
    condition: condition.optional(),
    restarts: z.array(restart).optional(),
    frames: z
      .array(
        z.strictObject({
          index: z.int(),
          function: z.string(),
          file: z.string().optional(),
          line: z.int().optional(),
          column: z.int().optional(),
        }),
      )
      .optional()
      .describe('The innermost frames; stacktrace_get has all'),
  }),
  errors: [...pausedErrors, ...frameErrors, 'EVAL_FAILED', 'PACKAGE_NOT_FOUND', 'CONTROL_HELD'],
  aliases: { expression: 'code', form: 'code' },
  timeoutMs: 30_000,
  examples: [
    { why: 'two values', params: { code: '(floor 7 2)' } },
    { why: 'in a package', params: { code: '(run (load-orders))', package: 'shop' } },
  ],
})

export const lispCompile = defineTool({
  ...writing,
  name: 'lisp_compile',
  title: 'Compile Lisp into the running image',
  description:
    'Compile and load a Lisp file or a piece of Lisp code into the running image, with the compiler’s notes.',
  notes:
    'Give file or code. success is false when a form does not compile; notes then say what and where. New definitions count at the next call: frame_restart runs a function of the stack again. Compiled files can take line breakpoints.',
  params: z.strictObject({
    file: z.string().min(1).optional().describe('Absolute path of a source file'),
    code: z.string().min(1).optional().describe('Or the code itself'),
    package: packageName,
    load: z.boolean().default(true).describe('Load the compiled file; false only looks for errors'),
    timeout_ms: timeoutMs(120_000, 'Longest wait for the compiler'),
    session_id: sessionId,
  }),
  result: z.strictObject({
    success: z.boolean(),
    loaded: z.boolean(),
    file: z.string().optional(),
    duration_ms: z.int().optional(),
    notes: z.array(
      z.strictObject({
        severity: z.enum(['error', 'warning', 'style-warning', 'note']),
        message: z.string(),
        file: z.string().optional().describe('Absent where the code was given'),
        line: z.int().optional(),
        column: z.int().optional(),
      }),
    ),
  }),
  errors: [
    'INVALID_FILE',
    'EVAL_FAILED',
    'PACKAGE_NOT_FOUND',
    'UNSUPPORTED',
    'INVALID_ANSWER',
    'CONTROL_HELD',
    'TIMEOUT',
  ],
  aliases: { path: 'file' },
  timeoutMs: 120_000,
  examples: [
    { why: 'after an edit', params: { file: '/app/src/orders.lisp' } },
    { why: 'mend one function', params: { code: '(defun tax (x) (* x 0.2))', package: 'shop' } },
  ],
})

export const lispCompletions = defineTool({
  ...reading,
  name: 'lisp_completions',
  title: 'Completions of a Lisp symbol',
  description: 'Complete the start of a symbol or package name.',
  notes: 'Works while the program runs. For the variables of a frame use completions_get.',
  params: z.strictObject({
    prefix: z.string().describe('Symbol as far as it is typed: "multiple-val", "pkg:na", "pkg::na"'),
    package: packageName,
    count: count(100, 200),
    session_id: sessionId,
  }),
  result: z.strictObject({
    completions: z.array(z.strictObject({ label: z.string(), type: z.string().optional() })),
    truncated: z.literal(true).optional(),
  }),
  errors: ['PACKAGE_NOT_FOUND', 'UNSUPPORTED', 'INVALID_ANSWER', 'TIMEOUT'],
  aliases: { text: 'prefix' },
  timeoutMs: 10_000,
  examples: [{ why: 'what begins with with-', params: { prefix: 'with-' } }],
})

export const lispDescribe = defineTool({
  ...reading,
  name: 'lisp_describe',
  title: 'Describe a Lisp symbol',
  description: 'Get what DESCRIBE says of a symbol: value, function, class, documentation, declarations.',
  notes: 'inspect_function and inspect_class give the same as data.',
  params: z.strictObject({
    symbol: text().describe('Symbol in reader syntax: car, pkg:name, pkg::name'),
    package: packageName,
    session_id: sessionId,
  }),
  result: z.strictObject({ symbol: z.string(), description: z.string() }),
  errors: ['INVALID_REFERENCE', 'PACKAGE_NOT_FOUND', 'UNSUPPORTED', 'INVALID_ANSWER', 'TIMEOUT'],
  aliases: { name: 'symbol' },
  timeoutMs: 10_000,
  examples: [{ why: 'a function of the standard', params: { symbol: 'cl:reduce' } }],
})

export const lispApropos = defineTool({
  ...reading,
  name: 'lisp_apropos',
  title: 'Find Lisp symbols by a part of their name',
  description: 'Find the symbols whose name contains a text, with what each names.',
  notes: 'Only symbols that name something are listed. lisp_describe, inspect_function or inspect_class come next.',
  params: z.strictObject({
    pattern: text().describe('Part of the name; case does not count'),
    package: z.string().min(1).optional().describe('Only symbols accessible in this package (default: everywhere)'),
    external_only: z.boolean().default(false).describe('Only what packages export'),
    count: count(100, 1000),
    session_id: sessionId,
  }),
  result: z.strictObject({
    symbols: z.array(
      z.strictObject({ name: z.string(), kinds: z.array(z.string()), documentation: z.string().optional() }),
    ),
    total: z.int(),
    truncated: z.literal(true).optional(),
  }),
  errors: ['PACKAGE_NOT_FOUND', 'UNSUPPORTED', 'INVALID_ANSWER', 'TIMEOUT'],
  aliases: { limit: 'count', name: 'pattern' },
  timeoutMs: 10_000,
  examples: [{ why: 'which functions deal with hash tables?', params: { pattern: 'hash', package: 'cl' } }],
})

export const traceSet = defineTool({
  ...writing,
  name: 'trace_set',
  title: 'Trace a function',
  description: 'Trace the calls of a Lisp function, or end that: each call and its values go to the output.',
  notes:
    'Read the trace with output_get. Other languages have no TRACE: breakpoint_set with function or log_message comes near.',
  params: z.strictObject({
    function: text().describe('Function in reader syntax: pkg::f, (setf f)'),
    enabled: z.boolean().default(true).describe('false ends the trace'),
    package: packageName,
    session_id: sessionId,
  }),
  result: z.strictObject({ success: z.literal(true), traced: z.array(z.string()).describe('All that is traced now') }),
  errors: ['FUNCTION_NOT_FOUND', 'PACKAGE_NOT_FOUND', 'UNSUPPORTED', 'INVALID_ANSWER', 'TIMEOUT', 'CONTROL_HELD'],
  aliases: { symbol: 'function', enable: 'enabled' },
  timeoutMs: 10_000,
  examples: [{ why: 'who calls it, with what?', params: { function: 'shop::total' } }],
})

export const traceList = defineTool({
  ...reading,
  name: 'trace_list',
  title: 'What is traced',
  description: 'List the Lisp functions that are traced.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({ traced: z.array(z.string()) }),
  errors: ['UNSUPPORTED', 'INVALID_ANSWER', 'TIMEOUT'],
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'before ending a trace', params: {} }],
})
