import { z } from 'zod'
import { debugEventType } from '../events/debug-event.js'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { sessionId, text } from '../shapes/parameters.js'
import { actor, clientRow } from '../shapes/rows.js'

export const clientsList = defineTool({
  name: 'clients_list',
  group: 'clients',
  title: 'List clients',
  description: 'List the clients of the session: editors, terminals and agents, and what each did last.',
  notes: "The kind surface is dapplex's own client, which holds a session of the tools. It is not listed.",
  params: z.strictObject({ session_id: sessionId }),
  result: z.strictObject({
    clients: z.array(clientRow.extend({ is_you: z.literal(true).optional().describe('The client of this call') })),
  }),
  errors: [],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'latest',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'is somebody at an editor?', params: {} }],
})

export const messageSend = defineTool({
  name: 'message_send',
  group: 'clients',
  title: 'Send a message',
  description: 'Send a message to the people and agents in the session. Editors show it in their console.',
  notes:
    'Use it to ask the person at the editor, or to report a finding. Agents and terminals get a message event (events_subscribe). A person answers with `say TEXT` in the terminal view or `/say TEXT` in the console of an editor. The call does not wait for an answer.',
  params: z.strictObject({
    session_id: sessionId,
    text: text().max(16_384).describe('What to say'),
    to: z
      .union([z.string().min(1), z.int()])
      .optional()
      .describe("A client's name or client_id, or editors, terminals or agents (default: everyone)"),
  }),
  result: z.strictObject({ sent: z.literal(true), to: z.array(actor).describe('Who was there to get it') }),
  errors: ['TIMEOUT'],
  annotations: { ...ANNOTATIONS.arranges, idempotent: false },
  role: 'observer',
  session: 'live',
  aliases: { message: 'text' },
  timeoutMs: 10_000,
  examples: [
    { why: 'a question to the person at the editor', params: { text: 'May I step over this?', to: 'editors' } },
  ],
})

export const eventsSubscribe = defineTool({
  name: 'events_subscribe',
  group: 'clients',
  title: 'Subscribe to events',
  description: 'Get a debug_event notification for each event in the sessions, with the client that caused it.',
  notes:
    'Notifications are {session_id, stop_id, seq, type, at, by?, ...}; seq counts from 1 in each session without gaps. since_seq brings the kept events after that one first, before the answer; gap tells how many of them are lost. After a reconnect, give session_id and the seq of the last event that was read: none is lost. With several sessions, since holds a seq for each. A second call replaces the first one of this connection; types: [] ends it.',
  params: z.strictObject({
    session_id: z.string().min(1).optional().describe('Only this session (default: all, those that start later too)'),
    types: z.array(debugEventType).optional().describe('Only these types (default: all)'),
    since_seq: integer({ min: 0 })
      .optional()
      .describe('Kept events after this one come first (default: only new ones)'),
    since: z
      .record(z.string(), z.int().min(0))
      .optional()
      .describe('The same by session, as {"s1": 41, "s2": 7}; a session that is not in it follows since_seq'),
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
  jsonText: ['types', 'since'],
  timeoutMs: 10_000,
  examples: [
    { why: 'stops and the end', params: { types: ['stopped', 'exited'] } },
    { why: 'after a reconnect', params: { session_id: 's1', since_seq: 41 } },
  ],
})
