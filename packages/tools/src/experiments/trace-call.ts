import type { SessionCall } from '../call/call.js'
import { locationOf } from '../stop/location.js'
import type { Frame } from '../stop/frame.js'
import { readStack } from '../stop/read-stack.js'
import { present } from '../result/present.js'
import type { Entries } from './entries.js'
import type { FlagWatch } from './flag-watch.js'
import { foldSteps, passOf, type Traced } from './fold-steps.js'
import type { Ending } from './subject.js'
import type { Job } from './job.js'
import { Recorder } from './recorder.js'
import { stepLines, steppedLines } from './stepped-lines.js'
import { changeText, changesBetween, readLocals, type Change, type Locals, type Step } from './trace-steps.js'

/** Frames that are read to tell how deep a call is. */
const MOST_FRAMES = 200
/** A call is stepped through so far before it records itself: most calls are over by then. */
const STEPS_FIRST = 30

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
  threw?: string | undefined
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
  readonly entries: Entries
  readonly maxSteps: number
  readonly flag: FlagWatch | undefined
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

/** A call that is being traced. */
interface OpenCall {
  readonly entered: Here
  readonly threadId: number
  readonly levels: number
  readonly row: CallRow
  readonly steps: Traced<CallRow>[]
}

/** Traces the call that a thread has just entered, until it returns, the steps are used up or the job is over. */
export async function traceCall(tracing: Tracing, threadId: number, levels: number): Promise<CallRow> {
  const { on, job } = tracing
  tracing.calls += 1
  const entered = await here(on, threadId, 'full')
  const row: CallRow = { ...headOf(on, entered, threadId), call: tracing.calls, steps: [] }
  const steps: Traced<CallRow>[] = []
  const end = await stepThrough(tracing, { entered, threadId, levels, row, steps }).catch((error: unknown) => {
    // Something has ended the job while its stop was read.
    if (job.notesEnd()) return 'unfinished' as const
    throw error
  })
  row.steps = foldSteps(steps)
  if (end === 'unfinished') row.unfinished = job.ending ?? 'max_steps'
  return row
}

async function stepThrough(tracing: Tracing, open: OpenCall): Promise<'returned' | 'unfinished'> {
  const { on, job } = tracing
  const { entered, threadId, levels } = open
  let last = entered
  for (let own = 0; tracing.steps < tracing.maxSteps; own += 1) {
    if (own === STEPS_FIRST && levels === 0) {
      const recorded = await record(tracing, open, last)
      if (recorded !== 'stepped') return recorded
    }
    const isMany = levels === 0 && (await beginLines(tracing, last))
    tracing.steps += 1
    const moved = await job.move(levels > 0 ? 'stepIn' : 'next', threadId)
    if (isMany) last = await addLines(tracing, open, last)
    if (moved.state === 'ended') return 'unfinished'
    if (moved.threadId !== undefined && moved.threadId !== threadId) continue
    const first = await here(on, threadId)
    const now = first.depth > entered.depth ? await follow(tracing, open, first) : first
    if (now === undefined) return 'unfinished'
    const { line } = last.frame
    if (now.depth < entered.depth) {
      await addStep(tracing, open, { line, changes: [], after: undefined })
      return returnTo(now, open, last)
    }
    const changes = changesBetween(last.locals, now.locals)
    await addStep(tracing, open, { line, changes, after: now })
    last = now
  }
  return 'unfinished'
}

/**
 * The next step goes over many lines, where the adapter can. A flag must be decided by the values that are told.
 * @returns whether it does
 */
async function beginLines({ on, flag, flagged, maxSteps, steps }: Tracing, { frame, locals }: Here): Promise<boolean> {
  const isDecided = flag === undefined || flagged !== undefined || flag.decidedBy(locals.values) !== undefined
  return isDecided && stepLines(on, { frameId: frame.id, most: maxSteps - steps })
}

/** The lines that the last step went over, and where the call stood at the last of them. */
async function addLines(tracing: Tracing, open: OpenCall, from: Here): Promise<Here> {
  const { on, flag } = tracing
  let { line } = from.frame
  const values = new Map(from.locals.values)
  for (const stepped of await steppedLines(on, values)) {
    tracing.steps += 1
    const { changes } = stepped
    const isFlagged = tracing.flagged === undefined && flag?.decidedBy(stepped.values) === true
    open.steps.push({ line, changes, ...(isFlagged ? { isFlagged } : {}) })
    if (isFlagged) noteFlagged(tracing, open, { line, changes })
    line = stepped.line
  }
  return { ...from, frame: present({ ...from.frame, line }), locals: { ...from.locals, values } }
}

/** The adapter shows what was returned beside the variables of the caller, or at the end of the call itself. */
function returnTo({ locals }: Here, { row }: OpenCall, last?: Here): 'returned' {
  const returned = locals.returned ?? last?.locals.returned
  if (returned !== undefined) row.returned = returned
  return 'returned'
}

/** The rest of a long call, where the adapter has a faster way than steps. The line where it stands has not run yet. */
async function record(tracing: Tracing, open: OpenCall, last: Here): Promise<'returned' | 'unfinished' | 'stepped'> {
  const { on, job, entries, flag, flagged, maxSteps } = tracing
  const { threadId, steps } = open
  const wanted = { frame: last.frame, threadId, most: maxSteps - tracing.steps }
  const sought = flagged === undefined ? flag?.expression : undefined
  const recorder = await Recorder.begin(on, job, { ...wanted, flag: sought })
  if (recorder === undefined) return 'stepped'
  await entries.lift()
  const now = await leave(tracing, open, recorder)
  let line = last.frame.line
  const { lines, isWhole } = await recorder.end()
  for (const recorded of lines) {
    tracing.steps += 1
    const { changes, isFlagged } = recorded
    steps.push({ line, changes, ...(isFlagged ? { isFlagged } : {}) })
    if (isFlagged) noteFlagged(tracing, open, { line, changes })
    line = recorded.line
  }
  if (now === undefined || !isWhole) return 'unfinished'
  steps.push({ line, changes: [] })
  await entries.set()
  return returnTo(now, open)
}

/** Lets a call run to its end. Undefined where the job is over, or enough is recorded. */
async function leave({ on, job }: Tracing, { threadId, entered }: OpenCall, recorder: Recorder) {
  for (;;) {
    const moved = await job.move('stepOut', threadId)
    if (moved.state === 'ended' || recorder.isFullAt(moved)) return undefined
    if (moved.threadId !== undefined && moved.threadId !== threadId) continue
    const now = await here(on, threadId)
    // Else a call inside has stopped at its beginning, as a traced function does, or has returned into this one.
    if (now.depth < entered.depth) return now
  }
}

/** A deeper call: it is traced where `depth` reaches, and left. Undefined when the job is over. */
async function follow(tracing: Tracing, open: OpenCall, { frame }: Here): Promise<Here | undefined> {
  const { threadId, levels, steps, entered } = open
  if (levels > 0 && !frame.isExternal) steps.push({ nested: await traceCall(tracing, threadId, levels - 1) })
  return climb(tracing, threadId, entered.depth)
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
  /** Where the call stands after the line; undefined when it has returned. */
  readonly after: Here | undefined
}

async function addStep(tracing: Tracing, open: OpenCall, { line, changes, after }: Ran): Promise<void> {
  const { flag, flagged } = tracing
  const isFlagged = after !== undefined && flagged === undefined && (await flag?.isTrueAt(after)) === true
  open.steps.push({ line, changes, ...(isFlagged ? { isFlagged: true as const } : {}) })
  if (!isFlagged) return
  noteFlagged(tracing, open, { line, changes })
}

function noteFlagged(tracing: Tracing, { row, steps }: OpenCall, { line, changes }: Step): void {
  tracing.flagged = present({
    call: row.call,
    line,
    pass: passOf(steps, steps.length - 1),
    step: tracing.steps,
    changes: changes.map(changeText),
  })
}

/** The flag is asked for only where something has changed, and until it is true. */
async function here(on: SessionCall, threadId: number, about: 'values' | 'full' = 'values'): Promise<Here> {
  const { frames, total } = await readStack(on, { threadId, start: 0, count: MOST_FRAMES })
  const [frame] = frames
  if (frame === undefined) throw new Error(`thread ${threadId} has no frames`)
  return { frame, depth: Math.max(total, frames.length), locals: await readLocals(on, frame, about) }
}

function headOf(on: SessionCall, { frame, locals }: Here, threadId: number) {
  const { function: name = frame.name, file, line } = locationOf(on, frame)
  const names = locals.arguments.length > 0 ? locals.arguments : givenNames(on, locals)
  const shown = names.map((one) => `${one} = ${locals.values.get(one) ?? ''}`)
  return present({ function: name, file, line, thread_id: threadId, arguments: shown })
}

/** Where the adapter does not tell arguments from locals: at the first line only arguments have a value. */
function givenNames({ traits }: SessionCall, { values }: Locals): string[] {
  const { receiver } = traits.presentation
  return [...values].flatMap(([name, text]) => (name === receiver || text === 'undefined' ? [] : [name]))
}
