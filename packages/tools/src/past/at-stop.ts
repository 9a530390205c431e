import { toolError, type ToolError } from '@dapplex/protocol'
import { SessionCall } from '../call/call.js'
import type { Selection } from '../port/dap-session.js'
import type { Past, PastStop } from '../port/past.js'
import { PastSession } from './past-session.js'

/** Where a call reads. */
export interface ReadPlace {
  readonly on: SessionCall
  /** After the end: the last stop, of which the recording tells. */
  readonly recordedStopId?: number
  /** What a reader of a recorded stop has to know of it. It goes into the result. */
  readonly notes?: RecordedNotes
}

interface RecordedNotes {
  readonly recorded?: 'part'
  readonly damage?: string
}

/**
 * The program as it stands, or the stop of the past with this number. After the end it is the last recorded stop; where none was
 * recorded, the ended session itself. @throws ToolError UNSUPPORTED
 */
export async function readPlace(on: SessionCall, stopId: number | undefined): Promise<ReadPlace> {
  if (stopId !== undefined) return atStop(on, stopId)
  if (on.view.phase !== 'ended') return { on }
  const past = await on.session.past()
  const last = past?.stop(past.stopIds.at(-1) ?? 0)
  return past === undefined || last === undefined
    ? { on }
    : { on: pastCall(on, last, on.session.selection), notes: notesOf(past, last), recordedStopId: last.stopId }
}

/** What a call reads does not come from the cache where it is past. */
export const isPast = ({ view }: SessionCall, stopId?: number): boolean =>
  stopId !== undefined || view.phase === 'ended'

/** @throws ToolError UNSUPPORTED */
async function atStop(on: SessionCall, stopId: number): Promise<ReadPlace> {
  const past = await demandPast(on)
  const stop = past.stop(stopId)
  if (stop === undefined) throw notRecorded(on, `${described(past)}, and no stop ${stopId}; stops_list {} lists them`)
  return { on: pastCall(on, stop), notes: notesOf(past, stop) }
}

const notesOf = ({ damage }: Past, { recorded }: PastStop): RecordedNotes => ({
  ...(recorded === 'part' ? { recorded } : {}),
  ...(damage === undefined ? {} : { damage }),
})

/** @param selection what the caller has chosen there */
export const pastCall = (on: SessionCall, stop: PastStop, selection?: Selection): SessionCall =>
  new SessionCall(on.call, new PastSession(on.session, stop, selection))

/** @throws ToolError UNSUPPORTED where the stops are not recorded */
export async function demandPast(on: SessionCall): Promise<Past> {
  const past = await on.session.past()
  if (past !== undefined) return past
  throw notRecorded(
    on,
    'nothing: it shows a recording of messages, the recorder is off ("recorder" or "journal" in dapplex.jsonc), or its file cannot be written',
  )
}

function notRecorded({ session }: SessionCall, has: string): ToolError {
  const data = { capability: 'recorded stop', adapter: session.adapter.title, reason: has }
  return toolError('UNSUPPORTED', data, `Of session ${session.id} there is recorded ${has}`)
}

function described({ stopIds, dropped, damage }: Past): string {
  const [first] = stopIds
  const last = stopIds.at(-1)
  const torn = damage === undefined ? '' : `; the recording is damaged (${damage}): what came later is missing`
  if (first === undefined || last === undefined) return `no stop${torn}`
  const older = dropped > 0 ? ` (${dropped} older ones were dropped)` : ''
  return `${stopIds.length} stops from ${first} to ${last}${older}${torn}`
}
