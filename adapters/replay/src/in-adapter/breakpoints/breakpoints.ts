import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { posix, win32 } from 'node:path'

/** Forward or back. */
export type Direction = 1 | -1

/** Where a run through the recording ends. */
export interface Destination {
  /** Of the stop: -1 before the first one, and behind the last one their number. */
  readonly index: number
  /** The client's breakpoints there, by their ids. */
  readonly hit: readonly number[]
  /** What the client is told of conditions that could not be looked up. */
  readonly said: readonly string[]
}

/** The breakpoints of the client of a replay. */
export interface Breakpoints {
  setSource(path: string, specs: readonly Dap.SourceBreakpoint[]): Dap.Breakpoint[]
  setFunctions(specs: readonly Dap.FunctionBreakpoint[]): Dap.Breakpoint[]
  /** The client's ids for those that the recorded adapter named. */
  idsFor(recordedIds: readonly unknown[]): number[]
  /** Where `continue` and `reverseContinue` lead from a stop. */
  destination(from: number, direction: Direction): Destination
}

/** A recording is often read on another machine: a file of the same name counts. */
export const isSameFile = (recorded: string, asked: string): boolean =>
  recorded === asked || nameOf(recorded) === nameOf(asked)
const nameOf = (path: string): string => posix.basename(win32.basename(path))
