import type { DebugEvent } from '@dapplex/protocol'
import { describeEvent } from './describe-event.js'
import { formatMissed, type FrameRow, type MissedRow } from './formats.js'
import type { LiveOutput } from './live-output.js'
import { reportStop, type ShownStop } from './stop-report.js'
import { call, type ViewContext } from './view-context.js'

/** Output line by line, and whatever else happened. What has begun of a line comes before it. */
export async function showInOrder(view: ViewContext, event: DebugEvent, output: LiveOutput): Promise<void> {
  if (event.type === 'output') {
    output.add(event)
    return
  }
  output.flush()
  await showEvent(view, event)
}

/** Prints what happened, unless this view's own command has told it; a stop with its place, source, changed values and watched expressions. */
export async function showEvent(view: ViewContext, event: DebugEvent): Promise<void> {
  const isOwn = event.by !== undefined && event.by.client_id === view.memory.ownId
  if (isOwn && ANSWERED.has(event.type)) return
  const text = describeEvent(event, event.type === 'stopped' ? await placeOf(view, event.thread_id) : undefined)
  if (text !== undefined) view.print(paintOf(view, event)(text))
  if (event.type === 'ended') await showMissed(view)
  if (event.type !== 'stopped') return
  delete view.memory.nextLines
  // The stop is known already, so nothing waits for it: the time is for reading its values.
  const known = { since_stop_id: event.stop_id - 1, timeout_ms: READING_MS }
  const stop = await call<ShownStop>(view, 'wait_for_stop', known).catch(() => undefined)
  if (stop?.stop_id !== event.stop_id) return
  for (const line of await reportStop(view, stop)) view.print(line)
}

/** An adapter on a busy machine needs a while for what a stop shows. */
const READING_MS = 5_000

/** What a command of this view has done: its own answer tells it. */
const ANSWERED: ReadonlySet<DebugEvent['type']> = new Set(['continued', 'written', 'breakpoint', 'control'])

const asItIs = (text: string): string => text

/** Program output keeps its own colours. */
function paintOf({ paint }: ViewContext, { type }: DebugEvent): (text: string) => string {
  if (type === 'output') return asItIs
  return type === 'stopped' ? paint.place : paint.other
}

async function showMissed(view: ViewContext): Promise<void> {
  const state = await call<{ breakpoints_not_hit?: MissedRow[] }>(view, 'debug_state').catch(() => undefined)
  for (const one of state?.breakpoints_not_hit ?? []) view.print(formatMissed(one))
}

/** Where a stopped thread stands; undefined where the program has gone on since. */
async function placeOf(view: ViewContext, thread: number | undefined): Promise<FrameRow | undefined> {
  const params = { max_frames: 1, ...(thread === undefined ? {} : { thread_id: thread }) }
  const stack = await call<{ frames: FrameRow[] }>(view, 'stacktrace_get', params).catch(() => undefined)
  return stack?.frames[0]
}
