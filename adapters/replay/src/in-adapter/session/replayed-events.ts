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

/**
 * The `stopped` events of a recorded stop, with the ids of the client's own breakpoints.
 * @param reached those that a run has ended at: then they are the reason, whatever it was when it was recorded
 */
export function stoppedEvents(
  events: RecordedEvents,
  breakpoints: Breakpoints,
  reached: readonly number[] = [],
): OutgoingEvent[] {
  return events.map(({ body }) => {
    const { hitBreakpointIds, ...rest } = objectOf(body)
    const recorded = Array.isArray(hitBreakpointIds) ? breakpoints.idsFor(hitBreakpointIds) : []
    const hit = [...new Set([...recorded, ...reached])]
    const reason = reached.length > 0 && rest['reason'] !== 'exception' ? { reason: 'breakpoint' } : {}
    return { event: 'stopped', body: { ...rest, ...reason, ...(hit.length > 0 ? { hitBreakpointIds: hit } : {}) } }
  })
}

/** What ends the session: the rest of the recording, and `terminated` even if the recording breaks off before it. */
export function endingEvents(events: RecordedEvents): OutgoingEvent[] {
  const told = replayedEvents(events)
  const last = told.findIndex(({ event }) => event === 'terminated')
  return last < 0 ? [...told, { event: 'terminated' }] : told.slice(0, last + 1)
}

const objectOf = (body: unknown): JsonObject => (isJsonObject(body) ? body : {})
