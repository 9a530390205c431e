import { isJsonObject, type JsonObject } from '@dapplex/protocol/dap'
import type { Recording } from '../recording/recording.js'
import type { Breakpoints } from '../breakpoints/breakpoints.js'

export interface OutgoingEvent {
  readonly event: string
  readonly body?: JsonObject
}

type RecordedEvents = Recording['ending']

/** Events that tell about the program. The others belong to the recorded conversation, which is over. */
const TOLD = new Set(['process', 'thread', 'module', 'loadedSource', 'output', 'exited', 'terminated'])

/** The recorded events between two stops as they are told again. */
export function replayedEvents(events: RecordedEvents): OutgoingEvent[] {
  return events.filter(({ event }) => TOLD.has(event)).flatMap(({ event, body }) => retold(event, objectOf(body)))
}

function retold(event: string, body: JsonObject): OutgoingEvent[] {
  switch (event) {
    case 'output':
      return body['category'] === 'telemetry' ? [] : [{ event, body }]
    case 'process': {
      // That process is gone, and its number may be another's by now.
      const { systemProcessId: _gone, ...rest } = body
      return [{ event, body: { ...rest, isLocalProcess: false } }]
    }
    case 'terminated':
      // A request to be restarted was for the recorded client.
      return [{ event }]
    default:
      return [{ event, body }]
  }
}

/** What is told of a recorded stop beside what was recorded. */
export interface Arrival {
  readonly index: number
  readonly breakpoints: Breakpoints
  /** A run has ended at a breakpoint: that is the reason, whatever it was when it was recorded. */
  readonly isHit: boolean
  /** What takes the place of recorded members, except of the reason of a crash. */
  readonly beside: JsonObject
}

/** The `stopped` events of a recorded stop, with the ids of the client's own breakpoints. */
export function stoppedEvents(events: RecordedEvents, arrival: Arrival): OutgoingEvent[] {
  const { index, breakpoints, isHit, beside } = arrival
  return events.map(({ body }) => {
    const { hitBreakpointIds, ...rest } = objectOf(body)
    const hits = breakpoints.hitsAt(index, Array.isArray(hitBreakpointIds) ? hitBreakpointIds : [])
    const counts = hits.flatMap(({ count }) => count ?? [])
    const reason = isHit ? { reason: 'breakpoint' } : {}
    const crashed = rest['reason'] === 'exception' ? { reason: 'exception' } : {}
    return {
      event: 'stopped',
      body: {
        ...rest,
        ...reason,
        ...beside,
        ...crashed,
        ...(hits.length > 0 ? { hitBreakpointIds: hits.map(({ id }) => id) } : {}),
        ...(counts.length > 0 ? { dapplexHitCounts: counts } : {}),
      },
    }
  })
}

/** What ends the session: the rest of the recording, and `terminated` even if the recording breaks off before it. */
export function endingEvents(events: RecordedEvents): OutgoingEvent[] {
  const told = replayedEvents(events)
  const last = told.findIndex(({ event }) => event === 'terminated')
  return last < 0 ? [...told, { event: 'terminated' }] : told.slice(0, last + 1)
}

const objectOf = (body: unknown): JsonObject => (isJsonObject(body) ? body : {})
