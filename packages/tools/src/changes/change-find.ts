import { parsePath, surface, toolError, type ToolResult } from '@dapplex/protocol'
import type { z } from 'zod'
import { breakpointSpec } from '../breakpoints/breakpoint-spec.js'
import { purposeOf } from '../breakpoints/breakpoint-purpose.js'
import type { SessionCall } from '../call/call.js'
import { describeEnd } from '../digest/describe-end.js'
import { describeStop } from '../digest/describe-stop.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { waitForStop } from '../digest/wait-for-stop.js'
import { report } from '../execution/move.js'
import { Job } from '../experiments/job.js'
import { expectedOf, threadToMove } from '../execution/thread-to-move.js'
import { present } from '../result/present.js'
import { isOwn, ownFolders } from '../stop/own-code.js'
import { chosenFrame } from '../stop/paused-thread.js'
import { readStack, type Stack } from '../stop/read-stack.js'
import { cut } from '../text/cut.js'
import { findByData } from './find-by-data.js'
import { findBySteps, MOST_FRAMES, whyEnded, type Outcome, type Search } from './find-change.js'
import { demandPath, readWatched, watchedFrom, type Reading, type Watched } from './watched-value.js'
import { writtenPlaces } from './written-places.js'

type Params = z.output<typeof surface.change_find.params>

/** Time for reading where the program stands after the search. */
const READING_MS = 5_000
const LONGEST_VALUE = 400
const LONGEST_TOLD = 60
/** Frames that are looked through for one where the expression names something. */
const MOST_CALLERS = 10

export const changeFind = implementFitting(surface.change_find, async (params, call) => {
  const on = call.on(params.session_id)
  demandPath(on, params.expression)
  const threadId = await threadToMove(on, params)
  const index = params.from === undefined ? (params.frame_index ?? chosenFrame(on, threadId)) : 0
  const found = await inJob(on, { params, threadId, index })
  call.extend(READING_MS)
  return { ...(await standing(on, params)), ...found }
})

interface Start {
  readonly params: Params
  readonly threadId: number
  readonly index: number
}

/** Whatever becomes of the search, the program stands where it is then, at one stop that is told to all. */
async function inJob(on: SessionCall, start: Start): Promise<Told> {
  const job = await Job.begin(on, expectedOf(on, start.params))
  try {
    return await search(on, job, start)
  } finally {
    await job.end({ here: true })
  }
}

async function search(on: SessionCall, job: Job, { params, threadId, index }: Start): Promise<Told> {
  const { expression, from, max_steps: maxSteps } = params
  const begun = from === undefined ? { kind: 'stands' as const, threadId } : await runTo(on, job, { from, threadId })
  if (begun.kind === 'over')
    return {
      found: false,
      expression,
      steps: 0,
      ended: begun.ended,
      message: 'The place where watching begins was not reached',
    }
  const stack = await readStack(on, { threadId: begun.threadId, start: 0, count: MOST_FRAMES })
  const frame = stack.frames[index]
  if (frame === undefined) throw toolError('INVALID_FRAME', { frame_index: index, total_frames: stack.total })
  const folders = ownFolders(on, frame)
  const isFixed = params.frame_index !== undefined
  const callers = isFixed ? [] : stack.frames.flatMap((one, at) => (at > index && isOwn(one, folders) ? [at] : []))
  const watched = await findWatched(on, stack, { expression, indexes: [index, ...callers.slice(0, MOST_CALLERS)] })
  const spec: Search = { watched, stack, maxSteps, folders }
  const outcome = (await findByData(on, job, spec)) ?? (await findBySteps(on, job, spec))
  const told = await describe(on, outcome, params)
  await job.end({ here: true, description: inWords(told) })
  return told
}

interface FromSpec {
  readonly from: NonNullable<Params['from']>
  readonly threadId: number
}

/** Runs to where watching begins. Any thread may be the one that reaches it. */
async function runTo(on: SessionCall, job: Job, { from, threadId }: FromSpec) {
  const spec = await breakpointSpec(from, { ...purposeOf(on), field: 'from.' })
  await job.breakpoint({ ...spec })
  const step = await job.move('continue', threadId)
  if (step.state === 'stopped') return { kind: 'stands' as const, threadId: step.threadId ?? threadId }
  const why = whyEnded(step)
  return { kind: 'over' as const, ended: why === 'stopped' ? ('not_reached' as const) : why }
}

interface Sought {
  readonly expression: string
  /** Frames that it may be seen from, the nearest first. */
  readonly indexes: readonly number[]
}

/** The nearest frame where the expression names something. @throws ToolError INVALID_REFERENCE with what the first one says */
async function findWatched(on: SessionCall, stack: Stack, { expression, indexes }: Sought): Promise<Watched> {
  let reason: string | undefined
  for (const index of indexes) {
    const watched = watchedFrom(stack, index, expression)
    const reading = await readWatched(on, watched, stack)
    if (reading.kind === 'value') return watched
    reason ??= reading.kind === 'unreadable' ? reading.reason : undefined
  }
  throw toolError('INVALID_REFERENCE', { reference: expression, reason: reason ?? 'it names nothing here' })
}

/** Where the program stands after the search. If the job was ended by its time, the stop is still on its way. */
async function standing(on: SessionCall, { detail }: Params) {
  const sinceSeq = on.session.lastSeq()
  const { phase, stop } = on.view
  if (phase === 'ended') return report(on, await describeEnd(on))
  if (stop === undefined || phase !== 'stopped') return report(on, await waitForStop(on, { sinceSeq, detail }))
  return report(on, await describeStop(on, stop, detail))
}

/** What is told of a search, beside where the program stands after it. */
type Told = Pick<
  ToolResult<'change_find'>,
  'found' | 'expression' | 'steps' | 'ended' | 'old' | 'new' | 'by' | 'written_at' | 'also_possible' | 'message'
>

async function describe(on: SessionCall, outcome: Outcome, params: Params): Promise<Told> {
  const { expression, max_steps: most } = params
  const { kind, steps, old } = outcome
  const known = { expression, steps, ended: kind, old: textOf(old) }
  if (outcome.kind !== 'changed') return present({ found: false, ...known, message: WHY[outcome.kind](most) })
  const name = lastName(on, expression)
  const { at, others } = await writtenPlaces(outcome.ran, name)
  return present({
    found: true,
    ...known,
    new: textOf(outcome.now),
    by: outcome.by,
    written_at: at,
    also_possible: others.length === 0 ? undefined : [...others],
  })
}

const textOf = (reading: Reading): string | undefined =>
  reading.kind === 'value' ? cut(reading.text, LONGEST_VALUE).text : undefined

/** The stop as the other clients are told of it. */
function inWords(told: Told): string {
  if (!told.found) return `change_find: ${told.expression} has not changed`
  const [old, now] = [cut(told.old ?? '', LONGEST_TOLD).text, cut(told.new ?? '', LONGEST_TOLD).text]
  return `${told.expression} changed from ${old} to ${now}`
}

function lastName(on: SessionCall, expression: string): string {
  const steps = parsePath(expression, on.traits.presentation.names) ?? []
  return steps.reduce((name, step) => (step.kind === 'member' ? step.name : name), expression)
}

const WHY: Readonly<Record<Exclude<Outcome['kind'], 'changed'>, (most: number) => string>> = {
  max_steps: (most) => `The value did not change in ${most} steps; change_find goes on from here`,
  out_of_scope: () => 'The function that the expression is seen from has returned; the value did not change until then',
  stopped: () => 'The program was stopped on the way; the value did not change until then',
  exited: () => 'The program ended; the value did not change',
  timeout: () => 'The value did not change in the time; change_find goes on from here',
}
