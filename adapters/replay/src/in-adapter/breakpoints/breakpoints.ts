import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { posix, win32 } from 'node:path'

/** Forward or back. */
export type Direction = 1 | -1

/** What the client is told on the way through the recording (DAP, `OutputEvent`). */
export interface Said {
  readonly output: string
  readonly path?: string | undefined
  readonly line?: number | undefined
}

/** Where a move through the recording ends. */
export interface Destination {
  /** Of the stop: -1 before the first one, and behind the last one their number. */
  readonly index: number
  /** Log lines, and conditions that could not be looked up. */
  readonly said: readonly Said[]
  /** A breakpoint of the client ended the run: it is the reason, whatever the recorded one was. */
  readonly isHit: boolean
}

/** A breakpoint of the client that is met at a stop, by its id, and how often it was up to there. */
export interface Hit {
  readonly id: number
  readonly count?: number
}

/** The breakpoints of the client of a replay. */
export interface Breakpoints {
  setSource(path: string, specs: readonly Dap.SourceBreakpoint[]): Dap.Breakpoint[]
  setFunctions(specs: readonly Dap.FunctionBreakpoint[]): Dap.Breakpoint[]
  /** Those that are met at a stop, however it was reached; `recorded`: those that the recorded adapter named. */
  hitsAt(index: number, recorded: readonly unknown[]): Hit[]
  /** Where `continue` and `reverseContinue` lead from a stop. */
  run(from: number, direction: Direction): Destination
  /** Where a step leads. */
  step(from: number, direction: Direction): Destination
}

/** A recording is often read on another machine: a file of the same name counts. */
export const isSameFile = (recorded: string, asked: string): boolean =>
  recorded === asked || nameOf(recorded) === nameOf(asked)
const nameOf = (path: string): string => posix.basename(win32.basename(path))
