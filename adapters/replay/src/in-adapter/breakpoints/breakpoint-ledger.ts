import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { RecordedBreakpoint } from '../recording/recording.js'
import { isSameFile, type Breakpoints, type Destination, type Direction, type Hit } from './breakpoints.js'

/** A breakpoint of the client, and the recorded ones at its place. */
interface Held {
  readonly answer: Dap.Breakpoint
  readonly recordedIds: readonly number[]
}

const NOT_RECORDED = 'not in the recording: the program was recorded without a breakpoint here'

/**
 * Matches the client's breakpoints with the recorded ones. They do not change the recorded stops. A breakpoint at a place
 * where the recording has none is unverified, and its message says so.
 */
export class BreakpointLedger implements Breakpoints {
  readonly #recorded: readonly RecordedBreakpoint[]
  #held = new Map<string, readonly Held[]>()
  #nextId = 1

  constructor(recorded: readonly RecordedBreakpoint[]) {
    this.#recorded = recorded
  }

  setSource(path: string, specs: readonly Dap.SourceBreakpoint[]): Dap.Breakpoint[] {
    const inFile = this.#recorded.filter(
      (breakpoint) => breakpoint.path !== undefined && isSameFile(breakpoint.path, path),
    )
    return this.#hold(`source ${path}`, specs, ({ line }) => {
      return { there: inFile.filter((breakpoint) => breakpoint.line === line), where: { line } }
    })
  }

  setFunctions(specs: readonly Dap.FunctionBreakpoint[]): Dap.Breakpoint[] {
    return this.#hold('functions', specs, ({ name }) => {
      return { there: this.#recorded.filter(({ functionName }) => functionName === name), where: {} }
    })
  }

  /** The client's ids for the breakpoints of a recorded stop. */
  hitsAt(_index: number, recordedIds: readonly unknown[]): Hit[] {
    const held = [...this.#held.values()].flat()
    return held.flatMap(({ answer: { id }, recordedIds: own }) =>
      id !== undefined && own.some((one) => recordedIds.includes(one)) ? [{ id }] : [],
    )
  }

  /** Every recorded stop counts. */
  run(from: number, direction: Direction): Destination {
    return this.step(from, direction)
  }

  step(from: number, direction: Direction): Destination {
    return { index: from + direction, isHit: false, said: [] }
  }

  #hold<T>(
    key: string,
    specs: readonly T[],
    find: (spec: T) => { readonly there: readonly RecordedBreakpoint[]; readonly where: Partial<Dap.Breakpoint> },
  ): Dap.Breakpoint[] {
    const held = specs.map((spec): Held => {
      const { there, where } = find(spec)
      const answer = { id: this.#nextId++, verified: there.length > 0, ...where }
      const recordedIds = there.flatMap(({ id }) => id ?? [])
      return { answer: there.length > 0 ? answer : { ...answer, message: NOT_RECORDED }, recordedIds }
    })
    this.#held.set(key, held)
    return held.map(({ answer }) => answer)
  }
}
