import { plainFormat, type JsonObject } from '@dapplex/protocol/dap'
import type { RecordedAnswer } from '../recording/recording.js'
import type { OutgoingEvent } from './replayed-events.js'

/** What a request leads to: its answer first, then events; `isOver` when the adapter process is to end after that. */
export interface Outcome {
  readonly answer: RecordedAnswer
  readonly events: readonly OutgoingEvent[]
  readonly isOver?: boolean
}

export const done = (body?: JsonObject, events: readonly OutgoingEvent[] = []): Outcome => ({
  answer: { success: true, ...(body === undefined ? {} : { body }) },
  events,
})

/** Refuses with a sentence for people, also where editors look for it (DAP, `ErrorResponse`). */
export const refused = (message: string, events: readonly OutgoingEvent[] = []): Outcome => ({
  answer: { success: false, message, body: { error: { id: 1, format: plainFormat(message), showUser: true } } },
  events,
})
