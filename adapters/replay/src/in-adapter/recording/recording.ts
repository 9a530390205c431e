import type { DapEvent, JsonObject } from '@dapplex/protocol/dap'
import type { NameStyle } from '@dapplex/protocol'
import type { Condition } from '@dapplex/recording'

/** A request of the recorded client with what the adapter answered. */
export interface Exchange {
  readonly command: string
  readonly args: JsonObject
  readonly answer: RecordedAnswer
}

export interface RecordedAnswer {
  readonly success: boolean
  readonly message?: string
  readonly body?: JsonObject
}

/** One place where the recorded program stood still. */
export interface RecordedStop {
  /** Events since the stop before, or since the start: output, threads, modules. */
  readonly before: readonly DapEvent[]
  /** Several where the adapter reports each thread of one suspension. */
  readonly stopped: readonly DapEvent[]
  /** What was asked while it stood there, in order. */
  readonly exchanges: readonly Exchange[]
  /** All threads known here, from the last answer to `threads` and the events after it. */
  readonly threads: readonly JsonObject[]
  /** Its number in the recorded session; default: its place in the recording, from 1. */
  readonly stopId?: number
  /** A stop of the flight recorder, which was not recorded as exchanges. */
  readonly flight?: FlightPlace
}

/** What is known of a stop beside the messages: enough to answer any request, and to tell which breakpoints it is at. */
export interface FlightPlace {
  answer(command: string, args: JsonObject): RecordedAnswer
  /** Where the top frame stands. */
  readonly place: {
    readonly path: string | undefined
    readonly line: number | undefined
    readonly function: string | undefined
  }
  /** What an expression was in that frame, as a log line shows it; why not, in braces, where it was not recorded. */
  shown(expression: string): string
  /** Whether a condition was met in that frame; undefined where that depends on something that was not recorded. */
  meets(condition: Condition): boolean | undefined
}

/** A breakpoint that the recorded adapter had, by the id that it gave it. */
export interface RecordedBreakpoint {
  readonly id: number | undefined
  readonly path?: string
  readonly line?: number
  readonly functionName?: string
}

/** Whether the flight recorder has written it: then it can be asked anything, and the replay stays at its last stop. */
export const isOfFlight = ({ stops }: Recording): boolean => stops.some(({ flight }) => flight !== undefined)

/** A recorded session, in the order in which it is served. */
export interface Recording {
  /** First line of the file: adapter, version, program, title. */
  readonly header: JsonObject
  readonly capabilities: JsonObject
  /** What the adapter refused at the start: `launch`, `attach` or `configurationDone`. */
  readonly refusal: Exchange | undefined
  readonly stops: readonly RecordedStop[]
  /** Events after the last stop; `exited` and `terminated` among them if the recording has them. */
  readonly ending: readonly DapEvent[]
  /** Every exchange, for what does not depend on a stop (modules, sources). */
  readonly exchanges: readonly Exchange[]
  readonly breakpoints: readonly RecordedBreakpoint[]
  /** Where its file could no longer be read, and why: it ends there. */
  readonly damage?: string | undefined
  /** Whether more was written to the file since it was opened: the recorded session goes on. */
  readonly hasGrown?: boolean
  /** How the names of its language are written; only the flight recorder tells. */
  readonly names?: NameStyle
}
