import { z } from 'zod'
import { integer } from '../shapes/integer.js'
import { expectedStopId, sessionId, timeoutMs } from '../shapes/parameters.js'
import { stopFields } from '../shapes/rows.js'
import { ANNOTATIONS, defineTool } from './definition.js'

/** The program of an experiment: one that is started for it, or that of a session. */
const subjectParams = {
  session_id: sessionId,
  program: z
    .string()
    .min(1)
    .optional()
    .describe('Program to start for this call, as in debug_launch (default: the session)'),
  adapter: z.string().min(1).optional().describe('Debug adapter of that program'),
  args: z.array(z.string()).default([]).describe('Arguments of that program'),
  cwd: z.string().min(1).optional().describe('Working folder of that program'),
  env: z.record(z.string(), z.string()).default({}).describe('Environment variables of that program'),
  adapter_args: z.record(z.string(), z.unknown()).default({}).describe("The adapter's own arguments"),
  expected_stop_id: expectedStopId,
}

/** How an experiment ended, and the stop that ended it for all. */
const endedFields = {
  session_id: z.string(),
  exit_code: z.int().optional(),
  stop: z.strictObject(stopFields).partial().optional().describe('Where the program stands now, if a stop ended it'),
}

const endings = ['exit', 'stopped', 'timeout', 'cancelled'] as const

const maxBytes = integer({ min: 1000, max: 1_048_576 }).default(3000).describe('Most bytes of the result')

const probe = z.strictObject({
  file: z.string().min(1).optional(),
  line: integer({ min: 1 }).optional(),
  text: z.string().min(1).optional().describe('A fragment of the line, instead of its number'),
  function: z.string().min(1).optional(),
  condition: z.string().optional().describe('Only where it is true'),
  expressions: z.array(z.string().min(1)).default([]).describe('What is read there'),
  max_hits: integer({ min: 1, max: 100_000 }).default(20).describe('After so many hits the probe is taken away'),
})

export const probeRun = defineTool({
  name: 'probe_run',
  group: 'execution',
  title: 'Read values where the program passes',
  description: 'Let the program run, read expressions at places each time it passes them, and answer with all values.',
  notes:
    'Use it for values over many passes, instead of breakpoints and steps. Give program to start one for this call, which ends with it; else the session is used: it runs on if it ran, and is stopped once if it was stopped. Nobody else is stopped. A foreign breakpoint, an exception or a pause ends it: ended is stopped, and stop says where. hits counts up to max_hits. Equal rows of one probe are one row with times.',
  params: z.strictObject({
    probes: z
      .array(probe)
      .min(1)
      .max(20)
      .describe('Places: file and line (or text), or function; and what to read there'),
    until: z
      .enum(['exit', 'hits'])
      .optional()
      .describe(
        'When it ends: with the program, or when all probes have max_hits (default: exit with program, else hits)',
      ),
    ...subjectParams,
    timeout_ms: timeoutMs(30_000, 'Longest run'),
    max_bytes: maxBytes,
  }),
  result: z.strictObject({
    ended: z.enum(['hits', ...endings]),
    hits: z.array(
      z.strictObject({
        probe: z.int().describe('Position in probes'),
        hit: z.int().describe('Counts from 1 for each probe'),
        times: z.int().optional().describe('So many hits one after another had these values'),
        thread_id: z.int().optional(),
        values: z.array(z.union([z.string(), z.strictObject({ error: z.string() })])),
      }),
    ),
    by_probe: z.array(
      z.strictObject({
        probe: z.int(),
        file: z.string().optional(),
        line: z.int().optional(),
        function: z.string().optional(),
        hits: z.int(),
        distinct: z.int().describe('Different rows of values'),
        full: z.literal(true).optional().describe('It has max_hits, and was taken away'),
        verified: z.literal(false).optional().describe('The adapter has not confirmed the place'),
        message: z.string().optional(),
      }),
    ),
    ...endedFields,
    omitted: z.int().optional().describe('Rows left out of the middle of hits'),
  }),
  errors: [
    'INVALID_FILE',
    'INVALID_LINE',
    'INVALID_PATH',
    'LAUNCH_FAILED',
    'ADAPTER_NOT_FOUND',
    'ADAPTER_CRASHED',
    'BREAKPOINT_UNSUPPORTED',
    'NOT_PAUSED',
    'STOP_CHANGED',
    'STEP_FAILED',
    'TIMEOUT',
    'CONTROL_HELD',
  ],
  annotations: ANNOTATIONS.writes,
  role: 'operator',
  session: 'live',
  aliases: {},
  jsonText: ['probes', 'args', 'env', 'adapter_args'],
  timeoutMs: 30_000,
  waits: true,
  examples: [
    {
      why: 'how two values develop in a loop',
      params: { program: '/app/main.py', probes: [{ file: '/app/main.py', line: 12, expressions: ['i', 'total'] }] },
    },
  ],
})

/** One call of a function, as it was traced. */
export interface CallRow {
  function: string
  call: number
  file?: string | undefined
  line?: number | undefined
  thread_id?: number | undefined
  arguments: string[]
  steps: (string | CallRow)[]
  returned?: string | undefined
  threw?: string | undefined
  unfinished?: 'max_steps' | 'stopped' | 'exit' | 'timeout' | 'cancelled' | undefined
}

const callRow: z.ZodType<CallRow> = z.lazy(() =>
  z.strictObject({
    function: z.string(),
    call: z.int().describe('Counts from 1'),
    file: z.string().optional().describe('file and thread_id are left out where they are those of the call above'),
    line: z.int().optional().describe('Where it was entered'),
    thread_id: z.int().optional(),
    arguments: z.array(z.string()).describe('name = value'),
    steps: z
      .array(z.union([z.string(), callRow]))
      .describe('The lines in the order they ran, with what each changed; calls that depth follows stand between them'),
    returned: z.string().optional().describe('Where the adapter tells it'),
    threw: z.string().optional().describe('The exception that stopped the program in it'),
    unfinished: z.enum(['max_steps', 'stopped', 'exit', 'timeout', 'cancelled']).optional(),
  }),
)

const tracedFunction = z.union([
  z.string().min(1),
  z.strictObject({ file: z.string().min(1), line: integer({ min: 1 }) }),
])

export const traceRun = defineTool({
  name: 'trace_run',
  group: 'execution',
  title: 'Trace calls of a function',
  description:
    'Let the program run until a function is called, and answer with each line of the call and what it changed.',
  notes:
    'Use it to understand one function, instead of many steps. Give program to start one for this call, which ends with it; else the session is used. Passes of a loop after the third are one row, unless they go another way. flag is an expression, such as total > 100: flagged names the first line and pass after which it is true. A long loop needs a larger max_steps; in Go and C# each line is a step, and at timeout_ms the lines until then are told. Nobody else is stopped; what ends it is as in probe_run.',
  params: z.strictObject({
    functions: z.array(tracedFunction).min(1).max(20).describe('Names, or {file, line} of the first line'),
    max_calls: integer({ min: 1, max: 1000 }).default(5).describe('After so many calls it ends'),
    max_steps: integer({ min: 1, max: 1_000_000 }).default(500).describe('Most steps of all calls together'),
    depth: integer({ min: 0, max: 20 }).default(0).describe("Levels of calls of the program's own code to follow"),
    flag: z.string().min(1).optional().describe('Expression: tell where it first is true'),
    ...subjectParams,
    timeout_ms: timeoutMs(60_000, 'Longest run'),
    max_bytes: maxBytes,
  }),
  result: z.strictObject({
    ended: z.enum(['calls', 'max_steps', ...endings]),
    message: z.string().optional().describe('That no function was called, or that flag had no value'),
    calls: z.array(callRow),
    flagged: z
      .strictObject({
        call: z.int(),
        line: z.int().optional(),
        pass: z.int().optional().describe('Of the loop around the line, counted from 1'),
        step: z.int(),
        changes: z.array(z.string()),
      })
      .optional()
      .describe('Where flag was true first'),
    steps: z.int().describe('How many steps were made'),
    ...endedFields,
    omitted: z.int().optional().describe('Rows left out of the middle of the calls'),
  }),
  errors: probeRun.errors,
  annotations: ANNOTATIONS.writes,
  role: 'operator',
  session: 'live',
  aliases: {},
  jsonText: ['functions', 'args', 'env', 'adapter_args'],
  timeoutMs: 60_000,
  waits: true,
  examples: [
    {
      why: 'which pass makes the sum too large',
      params: { program: '/app/main.py', functions: ['total'], flag: 's > 100', max_steps: 5000 },
    },
  ],
})
