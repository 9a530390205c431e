import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { integer } from '../shapes/integer.js'
import { sessionId } from '../shapes/parameters.js'
import { actor } from '../shapes/rows.js'

/** A lease is never longer: a forgotten one must not lock the others out for good. */
const LONGEST_LEASE_MS = 3_600_000

/** Who may move and change the program (mux 19). */
const controlState = z.strictObject({
  mode: z.enum(['shared', 'exclusive']).describe('exclusive: a client that moves the program takes control'),
  is_mine: z.boolean().describe('The caller may move and change the program because the lease is its own'),
  holder: actor.optional().describe('Absent: nobody holds control, everyone may act'),
  remaining_ms: z.int().optional(),
  until: z.string().optional().describe('ISO 8601'),
  reason: z.string().optional(),
})

export const controlAcquire = defineTool({
  name: 'control_acquire',
  group: 'clients',
  title: 'Take control of the program',
  description:
    'Take control of the program for a while: until it is given back or runs out, only this client may move and change it.',
  notes:
    'Use it for several steps that nobody may disturb. Without it everyone may act, and expected_stop_id is enough for a single step. Call it again to renew. It belongs to the caller: other agents of the same user do not share it, unless they gave themselves the same name; all connections under one name do. Reading is always open. A person at an editor or a terminal takes control from an agent by acting; an agent takes it from nobody: CONTROL_HELD tells the holder and the time that is left. Every change is a control event.',
  params: z.strictObject({
    session_id: sessionId,
    lease_ms: integer({ min: 1, max: LONGEST_LEASE_MS })
      .default(60_000)
      .describe('How long, in milliseconds; a new call renews it'),
    reason: z.string().max(200).optional().describe('What for, shown to the others'),
  }),
  result: controlState,
  errors: ['CONTROL_HELD', 'TIMEOUT'],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'live',
  aliases: {},
  alsoCalled: { control_renew: {} },
  timeoutMs: 10_000,
  examples: [
    { why: 'half a minute for a row of steps', params: { lease_ms: 30_000, reason: 'stepping through parse' } },
  ],
})

export const controlRelease = defineTool({
  name: 'control_release',
  group: 'clients',
  title: 'Give control back',
  description: 'Release control of the program. If another client has it, nothing changes.',
  params: z.strictObject({ session_id: sessionId }),
  result: controlState,
  errors: ['TIMEOUT'],
  annotations: ANNOTATIONS.arranges,
  role: 'operator',
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'done', params: {} }],
})

export const controlStatus = defineTool({
  name: 'control_status',
  group: 'clients',
  title: 'Who has control of the program',
  description: 'Show who has control of the program, why, and for how long.',
  params: z.strictObject({ session_id: sessionId }),
  result: controlState,
  errors: [],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'live',
  aliases: {},
  timeoutMs: 10_000,
  examples: [{ why: 'may I step?', params: {} }],
})
