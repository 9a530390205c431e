import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { sessionId, timeoutMs } from './shapes/parameters.js'

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
