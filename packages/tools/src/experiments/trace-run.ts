import { basename } from 'node:path'
import { surface, toolError } from '@dapplex/protocol'
import type { z } from 'zod'
import { breakpointSpec } from '../breakpoints/breakpoint-spec.js'
import { purposeOf } from '../breakpoints/breakpoint-purpose.js'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { present } from '../result/present.js'
import { cut } from '../text/cut.js'
import { bytesOf } from '../result/with-bytes.js'
import { Entries } from './entries.js'
import { FlagWatch } from './flag-watch.js'
import { functionPlace } from './function-place.js'
import type { JobPlace } from './job.js'
import { demandFunctions } from './probe-run.js'
import { asJob, endedFields, type EndedFields, type Ending } from './subject.js'
import { traceCall, type CallRow, type Tracing } from './trace-call.js'

type Params = z.output<typeof surface.trace_run.params>

const LONGEST_THROWN = 200

export const traceRun = implement(surface.trace_run, async (params, call) => {
  const calls: CallRow[] = []
  const {
    value: tracing,
    on,
    ended: why,
  } = await asJob(call, params, async (on, job) => {
    const entries = new Entries(job, await entryPlaces(on, params.functions))
    await entries.set()
    const tracing = tracingOf(on, { job, entries }, params)
    await traceCalls(tracing, params, calls)
    return tracing
  })
  const ended: Ending | 'calls' | 'max_steps' = why ?? (calls.length < params.max_calls ? 'max_steps' : 'calls')
  const fields = await endedFields(on, ended === 'max_steps' ? 'calls' : ended, params.max_bytes)
  noteThrown(calls, fields)
  const shownCalls = calls.map((row, index) => besideCall(row, calls[index - 1]))
  const message = calls.length === 0 ? neverCalled(params.functions, { ended, fields }) : flagUnread(tracing)
  const told = present({ ended, message, calls: shownCalls, flagged: tracing.flagged, steps: tracing.steps, ...fields })
  return fitCalls(told, params.max_bytes)
})

const flagUnread = ({ flag, flagged }: Tracing): string | undefined =>
  flag?.problem === undefined || flagged !== undefined
    ? undefined
    : `flag could not be evaluated at any line that was stepped: ${flag.problem}`

/** Else an empty list looks like a call without lines. */
function neverCalled(
  functions: Params['functions'],
  { ended, fields }: { readonly ended: string; readonly fields: EndedFields },
): string {
  const names = functions.map((one) => (typeof one === 'string' ? one : `line ${one.line} of ${basename(one.file)}`))
  const code = fields.exit_code === undefined ? '' : ` with exit code ${fields.exit_code}`
  const { file, line } = fields.stop?.location ?? {}
  const place = file === undefined ? '' : ` at ${basename(file)}:${line}`
  const until: Readonly<Record<string, string>> = {
    exit: `the program ended${code}`,
    stopped: `the program stopped${place}`,
    timeout: 'the time was over (timeout_ms)',
  }
  const was = names.length === 1 ? 'was' : 'were'
  return `${names.join(', ')} ${was} never called before ${until[ended] ?? 'the trace ended'}; if that is a surprise, check the name and the arguments of the program`
}

async function entryPlaces(on: SessionCall, functions: Params['functions']): Promise<JobPlace[]> {
  const places: JobPlace[] = []
  for (const [index, one] of functions.entries())
    places.push(typeof one === 'string' ? await placeOf(on, one) : await linePlace(on, one, index))
  return places
}

async function linePlace(on: SessionCall, place: { readonly file: string; readonly line: number }, index: number) {
  const { path, line } = await breakpointSpec(place, { ...purposeOf(on), field: `functions.${index}.` })
  return present({ path, line })
}

/** By name, or by the place where it is written if the adapter knows no functions. */
async function placeOf(on: SessionCall, name: string) {
  if (on.can('supportsFunctionBreakpoints', 'setFunctionBreakpoints')) return { function: name }
  const place = await functionPlace(on, name)
  if (place === undefined) demandFunctions(on)
  return place ?? { function: name }
}

function tracingOf(
  on: SessionCall,
  { job, entries }: Pick<Tracing, 'job' | 'entries'>,
  { max_steps: maxSteps, flag }: Params,
): Tracing {
  return {
    on,
    job,
    entries,
    maxSteps,
    flag: flag === undefined ? undefined : new FlagWatch(on, flag),
    steps: 0,
    calls: 0,
    flagged: undefined,
  }
}

/** Lets the program run from call to call. */
async function traceCalls(tracing: Tracing, { max_calls: maxCalls, depth }: Params, calls: CallRow[]): Promise<void> {
  const { job, maxSteps } = tracing
  let step = await job.first()
  while (step.state === 'stopped') {
    const { threadId } = step
    if (threadId === undefined)
      throw toolError('STEP_FAILED', { command: 'trace_run', reason: 'the stop names no thread' })
    calls.push(await traceCall(tracing, threadId, depth))
    if (job.isOver || calls.length >= maxCalls || tracing.steps >= maxSteps) return
    step = await job.move('continue', threadId)
  }
}

/**
 * The exception that stopped the program is that of the innermost call that was traced, if the call stands there, or if it was thrown in
 * its function: an adapter may leave the call before it stops.
 */
function noteThrown(calls: readonly CallRow[], { stop }: EndedFields): void {
  const { type, message, raised_at: raised } = stop?.exception ?? {}
  const at = raised === undefined ? undefined : { ...stop?.location, ...raised }
  let innermost = calls.at(-1)
  for (let next = innermost; next !== undefined; next = nestedIn(next)) innermost = next
  if (innermost === undefined || (type ?? message) === undefined) return
  const isThrownThere = at !== undefined && at.function === innermost.function && at.file === innermost.file
  if (innermost.unfinished !== 'stopped' && !isThrownThere) return
  innermost.threw = cut([type, message].filter((one) => one !== undefined).join(': '), LONGEST_THROWN).text
}

function nestedIn({ steps }: CallRow): CallRow | undefined {
  const last = steps.at(-1)
  return typeof last === 'object' && last.unfinished !== undefined ? last : undefined
}

/** A call without what it has in common with the one above it. */
const besideCall = ({ file, thread_id: threadId, ...row }: CallRow, above: CallRow | undefined): CallRow =>
  present({
    ...row,
    file: file === above?.file ? undefined : file,
    thread_id: threadId === above?.thread_id ? undefined : threadId,
  })

interface Told {
  readonly calls: readonly CallRow[]
  readonly omitted?: number
}

/** Leaves rows out of the middle of the longest call until the result has at most so many bytes. */
function fitCalls<T extends Told>(told: T, maxBytes: number): T {
  let calls = [...told.calls]
  let omitted = 0
  let fitted = told
  while (bytesOf(fitted) > maxBytes) {
    const longest = calls.reduce(
      (best, { steps }, index) => (steps.length > (calls[best]?.steps.length ?? 0) ? index : best),
      0,
    )
    const row = calls[longest]
    if (row === undefined || row.steps.length === 0) break
    const drop = Math.max(1, Math.floor(row.steps.length / 10))
    const steps = row.steps.toSpliced(Math.floor((row.steps.length - drop) / 2), drop)
    calls = calls.with(longest, { ...row, steps })
    omitted += drop
    fitted = { ...told, calls, omitted }
  }
  return fitted
}
