import { z } from 'zod'
import { actor, breakpointRow, sessionState } from '../shapes/rows.js'

const envelope = {
  session_id: z.string(),
  stop_id: z.int(),
  seq: z.int().describe('Counts from 1 in each session, without gaps'),
  at: z.string().describe('ISO 8601'),
  by: actor.optional().describe('Who caused it'),
}
const event = <T extends string, D extends z.ZodRawShape>(type: T, details: D) =>
  z.strictObject({ ...envelope, type: z.literal(type), ...details })

/** The `debug_event` notification, by `type`: what `events_subscribe` brings. */
export const debugEvents = {
  stopped: event('stopped', {
    reason: z.string(),
    thread_id: z.int().optional(),
    description: z.string().optional(),
    text: z.string().optional(),
    all_threads_stopped: z.boolean(),
    breakpoint_ids: z.array(z.int()),
  }),
  continued: event('continued', { thread_id: z.int().optional(), all_threads_continued: z.boolean() }),
  output: event('output', { category: z.string(), text: z.string() }),
  process: event('process', { name: z.string(), pid: z.int().optional() }),
  thread: event('thread', { thread_id: z.int(), reason: z.string() }),
  breakpoint: event('breakpoint', {
    reason: z.enum(['new', 'changed', 'removed']),
    breakpoint_id: z.int(),
    breakpoint: breakpointRow.optional().describe('As it is now; absent for one that was removed'),
  }),
  client_joined: event('client_joined', { client: actor }),
  client_left: event('client_left', { client: actor, why: z.string() }),
  written: event('written', { what: z.string() }),
  invalidated: event('invalidated', { areas: z.array(z.string()) }),
  exited: event('exited', {
    exit_code: z.int(),
    signal: z.string().optional().describe('The signal that ended the program'),
  }),
  restarting: event('restarting', {}).describe('The program is about to be started again'),
  ended: event('ended', { why: z.string() }),
  state: event('state', { state: sessionState }),
  unresponsive: event('unresponsive', { command: z.string(), waited_ms: z.number() }),
  responsive: event('responsive', {}),
  control: event('control', {
    change: z.enum(['acquired', 'renewed', 'taken', 'released', 'expired']),
    holder: actor.optional(),
    until: z.string().optional().describe('ISO 8601'),
    reason: z.string().optional(),
  }),
  message: event('message', {
    text: z.string(),
    to: z.array(actor).optional().describe('Absent where everybody is meant'),
  }),
  job: event('job', {
    change: z.enum(['begun', 'ended']),
    tool: z.string(),
    why: z.string().optional().describe('Why it has ended'),
  }),
  child: event('child', { child_session_id: z.string() }),
}

export type DebugEventType = keyof typeof debugEvents
const types = Object.keys(debugEvents) as [DebugEventType, ...DebugEventType[]]

/** `type` of a `debug_event` notification. */
export const debugEventType = z.enum(types)

/** A `debug_event` notification; its members depend on `type`. */
export type DebugEvent = { [T in DebugEventType]: z.infer<(typeof debugEvents)[T]> }[DebugEventType]
