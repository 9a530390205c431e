import { z } from 'zod'

/** Names a value that is stored once in its part of the file. */
export type Ref = number
const ref = z.int().min(1)
/** Milliseconds since the epoch. */
const time = z.number()
const dap = z.record(z.string(), z.unknown())

const who = z.object({ name: z.string(), kind: z.enum(['editor', 'terminal', 'agent', 'surface']) })
export type Who = z.output<typeof who>

/** The first record of a file. */
const header = z.object({
  kind: z.literal('header'),
  session: z.string(),
  adapter: z.string(),
  adapterTitle: z.string(),
  request: z.enum(['launch', 'attach']),
  program: z.string().optional(),
  cwd: z.string().optional(),
  workspace: z.string().optional(),
  /** How the names of its language are written (`traits.presentation.names`). */
  names: z.enum(['common', 'c', 'lisp']).optional(),
  startedAt: time,
})
export type RecordingHeader = Omit<z.output<typeof header>, 'kind'>

/** Begins a part of the file: no reference leads out of it. */
const part = z.object({ kind: z.literal('part') })

const value = z.object({ kind: z.literal('value'), id: ref, value: z.unknown() })

/** A scope of a frame (DAP, `Scope`) without its reference; `rows` names its `RecordedRows`, where they were read. */
const recordedScope = z.object({ scope: dap, rows: ref.optional() })
export type RecordedScope = z.output<typeof recordedScope>

/** The value of a list of variables. `total`: how many there are, where more are than were recorded. */
export const recordedRows = z.object({
  rows: z.array(z.object({ row: dap, rows: ref.optional() })),
  total: z.number().optional(),
})
export type RecordedRows = z.output<typeof recordedRows>
export type RecordedRow = RecordedRows['rows'][number]

/** The value of a thread list, of a frame, of an exception: DAP objects without the numbers of the adapter. */
export const recordedThreads = z.array(z.object({ id: z.number(), name: z.string(), stopped: z.boolean() }))
export type RecordedThreads = z.output<typeof recordedThreads>
export const recordedObject = dap

/** A place where the program stood. A later record of the same stop says all that is known by then. */
const stop = z.object({
  kind: z.literal('stop'),
  stopId: z.int(),
  at: time,
  threadId: z.number().optional(),
  reason: z.string(),
  description: z.string().optional(),
  text: z.string().optional(),
  breakpointIds: z.array(z.number()),
  allThreadsStopped: z.boolean(),
  /** Who moved the program here. */
  by: who.optional(),
  threads: ref.optional(),
  stacks: z.array(z.object({ threadId: z.number(), frames: z.array(ref), total: z.number().optional() })),
  frames: z.array(
    z.object({
      threadId: z.number(),
      index: z.int(),
      scopes: z.array(recordedScope),
      /** Expressions that somebody evaluated in the frame, with what came out (DAP, `EvaluateResponse`). */
      evaluated: z.array(z.object({ expression: z.string(), body: dap })).optional(),
      /** Its variables were read before a client's last change at this stop, which is an event of it. */
      isBeforeChange: z.boolean().optional(),
    }),
  ),
  /** Index, in the stack of `threadId`, of the first frame of the program's own code; where there is none, of the first with a source. */
  ownFrame: z.int().optional(),
  exception: ref.optional(),
  /** Bytes of output before this stop. */
  output: z.number(),
  /** Why less was recorded than is usual: the time or the room at a stop was used up, or the program went on. */
  cut: z.enum(['time', 'room', 'moved']).optional(),
})
export type RecordedStop = Omit<z.output<typeof stop>, 'kind'>

/** What the program has written; `offset` counts the bytes of all of it. */
const output = z.object({
  kind: z.literal('output'),
  at: time,
  category: z.string(),
  text: z.string(),
  offset: z.number(),
})
export type RecordedOutput = Omit<z.output<typeof output>, 'kind'>

/** What else happened: an event of the session (its `kind` under `event`), and who did it. */
const event = z.object({
  kind: z.literal('event'),
  at: time,
  stopId: z.int(),
  event: z.string(),
  by: who.optional(),
  about: dap,
})
export type RecordedEvent = Omit<z.output<typeof event>, 'kind'>

/** No source has more lines. */
const MOST_LINES = 4 * 1024 * 1024

/** Lines of a source file around the stops, as they were when the recording was exported: only an export has them. */
const source = z.object({
  kind: z.literal('source'),
  /** As the frames of the stops name it. */
  path: z.string(),
  /** When the file was changed last. */
  changedAt: time,
  /** Lines of the whole file. */
  total: z.int().min(1).max(MOST_LINES),
  /** `first` counts from 1. In order, and none reaches into the next. */
  pieces: z.array(z.object({ first: z.int().min(1).max(MOST_LINES), lines: z.array(z.string()) })),
})
export type RecordedSource = Omit<z.output<typeof source>, 'kind'>

/** Stops that were told and are no longer in the file: the room of a recording is limited. */
const dropped = z.object({ kind: z.literal('dropped'), stops: z.int(), output: z.number() })

export const recordSchema = z.discriminatedUnion('kind', [header, part, value, stop, output, event, dropped, source])
export type FileRecord = z.output<typeof recordSchema>

const KINDS: ReadonlySet<unknown> = new Set(recordSchema.options.map(({ shape }) => shape.kind.value))

/** A record of a kind that a later dapplex has added to this version. It is passed over: nothing that is known here depends on it. */
export const isLaterRecord = (record: unknown): boolean =>
  typeof record === 'object' &&
  record !== null &&
  'kind' in record &&
  typeof record.kind === 'string' &&
  !KINDS.has(record.kind)
