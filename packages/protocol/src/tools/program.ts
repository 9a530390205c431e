import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { count, frameIndex, sessionId, start, threadId, tree } from '../shapes/parameters.js'
import { pageFields, sourceLine } from '../shapes/rows.js'

const reading = { group: 'inspection', annotations: ANNOTATIONS.reads, role: 'observer' } as const

export const sourceGet = defineTool({
  ...reading,
  name: 'source_get',
  title: 'Source text',
  description: 'Get the source text around the place where the program stands, or of another file of the program.',
  notes: 'Without file it shows the selected frame. Text that only the adapter has is read through it.',
  params: z.strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe('Absolute path of a source of the program (default: that of the frame)'),
    source_reference: integer({ min: 1 }).optional().describe('Source that the adapter has, as in stacktrace_get'),
    line: integer({ min: 1 }).optional().describe('Line to show (default: that of the frame, else the first)'),
    before: integer({ min: 0, max: 1000 }).default(5).describe('Lines before it'),
    after: integer({ min: 0, max: 1000 }).default(10).describe('Lines after it'),
    thread_id: threadId,
    frame_index: frameIndex,
    session_id: sessionId,
  }),
  result: z.strictObject({
    file: z.string().optional(),
    name: z.string().optional(),
    start_line: z.int(),
    end_line: z.int(),
    total_lines: z.int(),
    lines: z.array(sourceLine),
  }),
  errors: [
    'NOT_PAUSED',
    'INVALID_THREAD',
    'INVALID_FRAME',
    'INVALID_FILE',
    'INVALID_LINE',
    'STACKTRACE_FAILED',
    'UNSUPPORTED',
    'TIMEOUT',
  ],
  session: 'live',
  aliases: { path: 'file' },
  timeoutMs: 10_000,
  examples: [{ why: 'the lines around the stop', params: {} }],
})

export const outputGet = defineTool({
  ...reading,
  name: 'output_get',
  title: "The program's output",
  description: 'Get what the program has written, from a position on.',
  notes:
    'Give next as since in the next call. In a long session the oldest output is dropped; dropped counts its bytes.',
  params: z.strictObject({
    since: integer({ min: 0 }).default(0).describe('Position to read from: next of the call before'),
    category: z
      .string()
      .min(1)
      .optional()
      .describe('Only this category: stdout, stderr, console, important… (default: all)'),
    max_bytes: integer({ min: 1, max: 1_048_576 }).default(65_536).describe('Most bytes of text to return'),
    tree,
    session_id: sessionId,
  }),
  result: z.strictObject({
    output: z.array(
      z.strictObject({
        offset: z.int(),
        category: z.string(),
        text: z.string(),
        session_id: z.string().optional().describe('What the program has started has written it'),
      }),
    ),
    next: z.int(),
    dropped: z.int().optional(),
    truncated: z.literal(true).optional(),
  }),
  errors: [],
  session: 'latest',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'what is new', params: { since: 1024 } }],
})

export const inputSend = defineTool({
  name: 'input_send',
  group: 'inspection',
  title: "Text for the program's standard input",
  description: 'Send text to the standard input of the program, exactly as it is given.',
  notes: 'A line needs its own newline at the end. eof closes the input after the text.',
  params: z.strictObject({
    text: z.string().max(1_048_576).default('').describe('The text, newline included'),
    eof: z.boolean().optional().describe('End the input: the program reads the end of a file'),
    session_id: sessionId,
  }),
  result: z.strictObject({ success: z.literal(true), bytes: z.int() }),
  errors: ['NOT_PAUSED', 'UNSUPPORTED'],
  annotations: ANNOTATIONS.moves,
  role: 'operator',
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [
    { why: 'answer a question', params: { text: 'yes\n' } },
    { why: 'the last line', params: { text: 'done\n', eof: true } },
  ],
})

export const modulesList = defineTool({
  ...reading,
  name: 'modules_list',
  title: 'Loaded modules',
  description: 'List the modules (libraries, assemblies) that the program has loaded.',
  params: z.strictObject({ start, count: count(200, 10_000), session_id: sessionId }),
  result: z.strictObject({
    modules: z.array(
      z.strictObject({
        id: z.union([z.string(), z.number()]),
        name: z.string(),
        path: z.string().optional(),
        version: z.string().optional(),
        is_user_code: z.boolean().optional(),
        is_optimized: z.boolean().optional(),
        symbols: z.string().optional(),
        symbols_path: z.string().optional(),
        address_range: z.string().optional(),
      }),
    ),
    ...pageFields,
  }),
  errors: ['UNSUPPORTED', 'TIMEOUT'],
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'which version is loaded?', params: {} }],
})

export const loadedSourcesList = defineTool({
  ...reading,
  name: 'loaded_sources_list',
  title: 'Loaded sources',
  description: 'List the source files that the program has loaded.',
  params: z.strictObject({ start, count: count(200, 10_000), session_id: sessionId }),
  result: z.strictObject({
    sources: z.array(
      z.strictObject({
        name: z.string().optional(),
        path: z.string().optional(),
        source_reference: z.int().optional(),
        origin: z.string().optional(),
      }),
    ),
    ...pageFields,
  }),
  errors: ['UNSUPPORTED', 'TIMEOUT'],
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'which file is it?', params: {} }],
})
