import type { SessionCall } from '../call/call.js'
import { locationOf } from '../stop/location.js'
import type { Frame } from '../stop/frame.js'
import { readStack } from '../stop/read-stack.js'
import { present } from '../result/present.js'
import { foldSteps, passOf, type Traced } from './fold-steps.js'
import type { Ending } from './subject.js'
import type { Job } from './job.js'
import { readValue } from './read-values.js'
import { changeText, changesBetween, readLocals, type Change, type Locals } from './trace-steps.js'

/** Frames that are read to tell how deep a call is. */
const MOST_FRAMES = 200

/** A call as the result tells it. */
export interface CallRow {
  function: string
  call: number
  file?: string | undefined
  line?: number | undefined
  thread_id?: number | undefined
  arguments: string[]
  steps: (string | CallRow)[]
  returned?: string | undefined
  unfinished?: 'max_steps' | Ending | undefined
}

export interface Flagged {
  readonly call: number
  readonly line?: number
  readonly pass?: number
  readonly step: number
  readonly changes: string[]
}

/** What all calls of one trace share. */
export interface Tracing {
  readonly on: SessionCall
  readonly job: Job
  readonly maxSteps: number
  readonly flag: string | undefined
  /** Whether the adapter's text of a value means false. */
  readonly isTrue: (text: string) => boolean
  steps: number
  calls: number
  flagged: Flagged | undefined
}

/** Where a thread stands. */
interface Here {
  readonly frame: Frame
  readonly depth: number
  readonly locals: Locals
}

/** Traces the call that a thread has just entered, until it returns, the steps are used up or the job is over. */
export async function traceCall(tracing: Tracing, threadId: number, levels: number): Promise<CallRow> {
  const { on, job } = tracing
  tracing.calls += 1
  const entered = await here(on, threadId)
  const row: CallRow = { ...headOf(on, entered, threadId), call: tracing.calls, steps: [] }
  const steps: Traced<CallRow>[] = []
  let last = entered
  while (tracing.steps < tracing.maxSteps) {
    tracing.steps += 1
    const moved = await job.move(levels > 0 ? 'stepIn' : 'next', threadId)
    if (moved.state === 'ended') break
    if (moved.threadId !== undefined && moved.threadId !== threadId) continue
    let now = await here(on, threadId)
    if (now.depth > entered.depth) {
      if (levels > 0 && !now.frame.isExternal) steps.push({ nested: await traceCall(tracing, threadId, levels - 1) })
      const back = await climb(tracing, threadId, entered.depth)
      if (back === undefined) break
      now = back
    }
    if (now.depth < entered.depth) {
      await addStep(tracing, { steps, row }, { line: last.frame.line, changes: [], frameId: undefined })
      return done(row, steps, now.locals.returned)
    }
    const changes = changesBetween(last.locals, now.locals)
    await addStep(tracing, { steps, row }, { line: last.frame.line, changes, frameId: now.frame.id })
    last = now
  }
  row.unfinished = job.isOver ? job.ending : 'max_steps'
  return done(row, steps, undefined)
}

/** Leaves calls that are not followed. Undefined when the job is over. */
async function climb({ on, job }: Tracing, threadId: number, depth: number): Promise<Here | undefined> {
  for (;;) {
    if (job.isOver) return undefined
    const now = await here(on, threadId)
    if (now.depth <= depth) return now
    const moved = await job.move('stepOut', threadId)
    if (moved.state === 'ended') return undefined
  }
}

interface Ran {
  readonly line: number | undefined
  readonly changes: readonly Change[]
  /** The frame after the line; undefined when the call has returned. */
  readonly frameId: number | undefined
}

async function addStep(
  tracing: Tracing,
  { steps, row }: { readonly steps: Traced<CallRow>[]; readonly row: CallRow },
  { line, changes, frameId }: Ran,
): Promise<void> {
  const isFlagged = frameId !== undefined && (await isFlaggedAt(tracing, frameId, changes))
  steps.push({ line, changes, ...(isFlagged ? { isFlagged: true as const } : {}) })
  if (!isFlagged) return
  tracing.flagged = present({
    call: row.call,
    line,
    pass: passOf(steps, steps.length - 1),
    step: tracing.steps,
    changes: changes.map(changeText),
  })
}

/** The flag is asked for only where something has changed, and until it is true. */
async function isFlaggedAt(tracing: Tracing, frameId: number, changes: readonly Change[]): Promise<boolean> {
  const { on, flag, flagged, isTrue } = tracing
  if (flag === undefined || flagged !== undefined || changes.length === 0) return false
  const value = await readValue(on, flag, frameId)
  return typeof value === 'string' && isTrue(value)
}

function done(row: CallRow, steps: readonly Traced<CallRow>[], returned: string | undefined): CallRow {
  row.steps = foldSteps(steps)
  if (returned !== undefined) row.returned = returned
  return row
}

async function here(on: SessionCall, threadId: number): Promise<Here> {
  const { frames, total } = await readStack(on, { threadId, start: 0, count: MOST_FRAMES })
  const [frame] = frames
  if (frame === undefined) throw new Error(`thread ${threadId} has no frames`)
  return { frame, depth: Math.max(total, frames.length), locals: await readLocals(on, frame.id) }
}

function headOf(on: SessionCall, { frame, locals }: Here, threadId: number) {
  const { function: name = frame.name, file, line } = locationOf(on, frame)
  const names = locals.arguments.length > 0 ? locals.arguments : [...locals.values.keys()]
  const shown = names.map((one) => `${one} = ${locals.values.get(one) ?? ''}`)
  return present({ function: name, file, line, thread_id: threadId, arguments: shown })
}
