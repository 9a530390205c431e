import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import { threadAtStop } from '../stop/paused-thread.js'
import type { Stop } from '../stop/stop.js'
import { readDigest, type Detail, type Digest } from './digest.js'
import type { EndReport } from './describe-end.js'

/** How the wait for a stop ended (`stopFields` of the registry). */
export interface StopReport extends Digest, EndReport {
  readonly stopped: boolean
  readonly reason: string
  readonly session_id?: string
  readonly stop_id?: number
  readonly thread_id?: number
  readonly breakpoint_ids?: number[]
  readonly still_stopped?: false
  readonly recorded_stop?: { readonly stop_id: number; readonly last_stop_id: number; readonly note?: string }
}

/** Describes a stop. What it shows can be read only until the program is resumed. */
export async function describeStop(on: SessionCall, stop: Stop, detail: Detail): Promise<StopReport> {
  const { stopId, threadId, reason, breakpointIds } = stop
  const known = { stopped: true, reason, session_id: on.session.id, stop_id: stopId, thread_id: threadId }
  on.call.answersFor(stopId)
  const shown = await whileItLasts(on, stop, () => readShown(on, stop, detail))
  // A failed check of a test is told like an exception, however the program was stopped there.
  const said = shown?.exception === undefined ? reason : 'exception'
  const what = { ...known, reason: said, breakpoint_ids: [...breakpointIds], recorded_stop: recordedStop(on, stopId) }
  return present({ ...what, ...(shown ?? { still_stopped: false as const }) })
}

/** Which stop of a recording it is, in a session that shows one. */
function recordedStop({ view }: SessionCall, stopId: number): StopReport['recorded_stop'] {
  const recorded = view.stop?.stopId === stopId ? view.stop.recorded : undefined
  if (recorded === undefined) return undefined
  return present({ stop_id: recorded.stopId, last_stop_id: recorded.last, note: recorded.note })
}

async function readShown(on: SessionCall, stop: Stop, detail: Detail) {
  const threadId = stop.threadId ?? (await threadAtStop(on))
  return { thread_id: threadId, ...(await readDigest(on, { stop, threadId }, detail)) }
}

/** What was read, if the stop lasted until the end of it: its place is never that of a later stop. Undefined otherwise. */
async function whileItLasts<T>(on: SessionCall, stop: Stop, read: () => Promise<T>): Promise<T | undefined> {
  if (!lasts(on, stop)) return undefined
  try {
    const value = await read()
    return lasts(on, stop) ? value : undefined
  } catch (error) {
    if (lasts(on, stop)) throw error
    return undefined
  }
}

/** If threads stop one by one, a later stop of another thread does not end this stop. */
function lasts(on: SessionCall, { stopId, threadId }: Stop): boolean {
  const { phase, stopId: latest, threads } = on.view
  if (phase !== 'stopped') return false
  const thread = threads.find((one) => one.threadId === threadId)
  if (thread?.stopId !== undefined) return thread.stopped && thread.stopId === stopId
  return latest === stopId
}
