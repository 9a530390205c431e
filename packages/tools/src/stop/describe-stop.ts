import type { SessionCall } from '../call/call.js'
import { present } from '../result/present.js'
import type { Thrown } from './read-exception.js'
import { threadAtStop } from './paused-thread.js'
import { readException } from './read-exception.js'
import type { Stop } from './stop.js'
import { locationOf, topFrame, type Location } from './location.js'
import { readSurroundings, type Surroundings } from './surroundings.js'

/** How the wait for a stop ended (`stopFields` of the registry). */
export interface StopReport extends Surroundings {
  readonly stopped: boolean
  readonly reason: string
  readonly stop_id?: number
  readonly thread_id?: number
  readonly location?: Location
  readonly breakpoint_ids?: number[]
  readonly exception?: { readonly type?: string; readonly type_full?: string; readonly message?: string }
  readonly still_stopped?: false
  readonly exit_code?: number
}

/** Describes a stop. Its place and exception can be read only until the program is resumed. */
export const describeStop = (on: SessionCall, stop: Stop): Promise<StopReport> => read(on, stop, false)

/** Describes a stop with the source around it and the names of its variables, so that no further call is needed to go on. */
export const showStop = (on: SessionCall, stop: Stop): Promise<StopReport> => read(on, stop, true)

async function read(on: SessionCall, stop: Stop, withSurroundings: boolean): Promise<StopReport> {
  const { stopId, threadId, reason, breakpointIds } = stop
  const known = { stopped: true, reason, stop_id: stopId, thread_id: threadId, breakpoint_ids: [...breakpointIds] }
  on.call.answersFor(stopId)
  const shown = await whileItLasts(on, stop, () => readPlace(on, stop, withSurroundings))
  return present({ ...known, ...(shown ?? { still_stopped: false as const }) })
}

async function readPlace(on: SessionCall, stop: Stop, withSurroundings: boolean) {
  const { reason } = stop
  const threadId = stop.threadId ?? (await threadAtStop(on))
  const frame = threadId === undefined ? undefined : await topFrame(on, threadId)
  const exception = reason === 'exception' ? await readException(on, stop) : undefined
  const around = withSurroundings && frame !== undefined ? await readSurroundings(on, frame) : {}
  return {
    thread_id: threadId,
    location: frame === undefined ? undefined : locationOf(on, frame),
    exception: exception === undefined ? undefined : summary(exception),
    ...around,
  }
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

export const summary = ({ type, typeFull, message }: Thrown) => present({ type, type_full: typeFull, message })

/** The program has ended, or the session has. */
export const describeEnd = (on: SessionCall): StopReport =>
  present({ stopped: false, reason: 'exited', exit_code: on.view.exitCode })
