import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from './shapes/integer.js'
import { sessionId } from './shapes/parameters.js'
import { clientRow } from './shapes/rows.js'

/** `type` of a `debug_event` notification. */
export const debugEventType = z.enum([
  'stopped',
  'continued',
  'output',
  'process',
  'thread',
  'breakpoint',
  'client_joined',
  'client_left',
  'written',
  'invalidated',
  'exited',
  'ended',
  'state',
  'unresponsive',
  'responsive',
  'control',
  'child',
])
export type DebugEventType = z.infer<typeof debugEventType>

export const clientsList = defineTool({
  name: 'clients_list',
  group: 'clients',
  title: 'Who is in the session',
  description: 'List the clients of the session: editors, terminals and agents, and what each did last.',
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({ clients: z.array(clientRow) }),
  errors: [],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'latest',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'is somebody at an editor?', params: {} }],
})

export const eventsSubscribe = defineTool({
  name: 'events_subscribe',
  group: 'clients',
  title: 'Be told what happens',
  description: 'Get a debug_event notification for what happens in the sessions, by whoever caused it.',
  notes:
    'Notifications are {session_id, stop_id, seq, type, at, by?, ...}; seq counts from 1 in each session without gaps. since_seq brings the kept events after that one first; gap tells how many of them are lost. A second call replaces the first one of this connection; types: [] ends it.',
  params: z.strictObject({
    session_id: z.string().min(1).optional().describe('Only this session (default: all, those that start later too)'),
    types: z.array(debugEventType).optional().describe('Only these types (default: all)'),
    since_seq: integer({ min: 0 })
      .optional()
      .describe('Kept events after this one come first (default: only new ones)'),
  }),
  result: z.strictObject({
    subscribed: z.boolean(),
    sessions: z.array(
      z.strictObject({
        session_id: z.string(),
        seq: z.int().describe('Of its latest event'),
        gap: z.int().describe('Events after since_seq that are lost'),
      }),
    ),
  }),
  errors: ['SESSION_NOT_FOUND'],
  annotations: ANNOTATIONS.arranges,
  role: 'observer',
  session: 'none',
  aliases: {},
  jsonText: ['types'],
  timeoutMs: 10_000,
  examples: [{ why: 'stops and the end', params: { types: ['stopped', 'exited'] } }],
})
