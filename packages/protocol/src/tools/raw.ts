import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { sessionId, timeoutMs } from '../shapes/parameters.js'

export const dapRequest = defineTool({
  name: 'dap_request',
  group: 'raw',
  title: 'One request of the Debug Adapter Protocol',
  description: 'Send the adapter one request of the Debug Adapter Protocol and return its answer as it is.',
  notes:
    "For what no other tool does. Ids in it are those of the multiplexer. A request that belongs to a session's start or end is refused: debug_launch, debug_attach and debug_disconnect do that.",
  params: z.strictObject({
    session_id: sessionId,
    command: z.string().min(1).describe('Command, such as gotoTargets'),
    arguments: z.record(z.string(), z.unknown()).default({}).describe('Arguments of the command'),
    timeout_ms: timeoutMs(10_000),
  }),
  result: z.strictObject({
    success: z.boolean(),
    command: z.string(),
    body: z.record(z.string(), z.unknown()).optional(),
    message: z.string().optional(),
    error: z.record(z.string(), z.unknown()).optional(),
  }),
  errors: ['TIMEOUT'],
  annotations: ANNOTATIONS.writes,
  role: 'operator',
  session: 'live',
  aliases: { args: 'arguments' },
  jsonText: ['arguments'],
  timeoutMs: 10_000,
  examples: [{ why: 'the scopes of a frame', params: { command: 'scopes', arguments: { frameId: 1 } } }],
})

export const sessionExport = defineTool({
  name: 'session_export',
  group: 'raw',
  title: 'The recorded session',
  description:
    'Write the session to one file: what was recorded of its stops, as `dapplex replay` opens it, or a page for a browser. Or return its messages with the debug adapter.',
  notes:
    'recording: the file of the flight recorder (docs/recordings.md), for any machine. html: one page without scripts from elsewhere, 1 MB at most: stops, source, values, output, who did what. ndjson: a header line, then {t, dir: "in" | "out", m} for each message, t in milliseconds since the start; it comes in parts: ask again with start = next. incomplete says why the end is missing; output beyond 2 MiB is left out. Values that look like secrets are [REDACTED]. A session that has ended can be exported too.',
  params: z.strictObject({
    session_id: sessionId,
    format: z
      .enum(['recording', 'html', 'ndjson'])
      .default('ndjson')
      .describe('A file that ends in .recording or .html is of that form'),
    file: z.string().min(1).optional().describe('Absolute path of a new file to write, for this user alone'),
    start: integer({ min: 0 }).default(0).describe('ndjson: first line to return, counted from 0'),
    max_bytes: integer({ min: 1024, max: 64 * 1024 * 1024 })
      .default(512 * 1024)
      .describe('Most bytes to return; of ndjson the first line is returned however long it is'),
  }),
  result: z.strictObject({
    format: z.enum(['recording', 'html', 'ndjson']),
    file: z.string().optional().describe('The file that was written'),
    text: z.string().describe('Empty where a file was written'),
    encoding: z.literal('base64').optional().describe('A recording is no text'),
    bytes: z.int().describe('Of the file, or of what is returned'),
    lines: z.int().optional().describe('Lines in text'),
    total_lines: z.int().optional(),
    next: z.int().optional().describe('The line to go on with'),
    truncated: z.literal(true).optional(),
    incomplete: z.string().optional().describe('Why the end of the session is missing'),
  }),
  errors: ['UNSUPPORTED'],
  annotations: ANNOTATIONS.adds,
  role: 'operator',
  session: 'latest',
  aliases: { since: 'start', path: 'file', out: 'file' },
  timeoutMs: 60_000,
  examples: [
    { why: 'a page for a mail', params: { file: '/tmp/crash.html' } },
    { why: 'the recording, for another machine', params: { file: '/tmp/crash.recording' } },
    { why: 'the first half MiB of the messages', params: { format: 'ndjson' } },
  ],
})
