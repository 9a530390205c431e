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
  description: 'Return what was said with the debug adapter so far, as a recording that `dapplex replay` plays.',
  notes:
    'NDJSON: a header line, then {t, dir: "in" | "out", m} for each message, t in milliseconds since the start. Values that look like secrets are [REDACTED]. A long one comes in parts: ask again with start = next. incomplete says why the end is missing; output beyond 2 MiB is left out. A session that has ended can be exported too.',
  params: z.strictObject({
    session_id: sessionId,
    format: z.enum(['ndjson']).default('ndjson'),
    start: integer({ min: 0 }).default(0).describe('First line to return, counted from 0'),
    max_bytes: integer({ min: 1024, max: 64 * 1024 * 1024 })
      .default(512 * 1024)
      .describe('Most bytes to return; the first line is returned however long it is'),
  }),
  result: z.strictObject({
    format: z.literal('ndjson'),
    text: z.string(),
    lines: z.int().describe('Lines in text'),
    total_lines: z.int(),
    next: z.int().optional().describe('The line to go on with'),
    truncated: z.literal(true).optional(),
    incomplete: z.string().optional().describe('Why the end of the session is missing'),
  }),
  errors: ['UNSUPPORTED'],
  annotations: ANNOTATIONS.reads,
  role: 'operator',
  session: 'latest',
  aliases: { since: 'start' },
  timeoutMs: 60_000,
  examples: [{ why: 'the first half MiB', params: { format: 'ndjson' } }],
})
