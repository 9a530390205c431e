import type { DapAnswer } from './dap-answer.js'

/** What was recorded of the stops of a session (docs/recordings.md). */
export interface Past {
  /** In order. */
  readonly stopIds: readonly number[]
  /** How many older stops are no longer recorded. */
  readonly dropped: number
  /** Where its file could no longer be read, or written, and why: later stops are missing. */
  readonly damage: string | undefined
  stop(stopId: number): PastStop | undefined
}

/** One recorded stop. */
export interface PastStop {
  readonly stopId: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly threadId?: number
  readonly reason: string
  readonly description?: string
  readonly text?: string
  readonly breakpointIds: readonly number[]
  /** The name of the client that moved the program here. */
  readonly by?: string
  readonly threads: readonly { readonly id: number; readonly name: string }[]
  /** Frames of the thread that stopped whose variables were read, by their index. */
  readonly frames: readonly number[]
  readonly recorded: 'all' | 'part' | 'place'
  /** Answers a reading request of DAP from what was recorded. Its ids mean nothing at another stop. */
  answer(command: string, args: Readonly<Record<string, unknown>>): DapAnswer
}
