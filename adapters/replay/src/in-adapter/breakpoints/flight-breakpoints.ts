import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { NameStyle } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol/dap'
import { readCondition, type Condition } from '@dapplex/recording'
import type { RecordedStop } from '../recording/recording.js'
import { isSameFile, type Breakpoints, type Destination, type Direction } from './breakpoints.js'

/** A breakpoint of the client in a line. */
interface Held {
  readonly id: number
  readonly path: string
  readonly line: number
  readonly text: string | undefined
  readonly condition: Condition | 'none' | 'unreadable'
}

const NO_STOP = 'no recorded stop stands here: the replay cannot stop where the program did not'
const UNREADABLE =
  'of a recording only comparisons of values can be looked up, such as order.total > 10: nothing can be called'
const NO_FUNCTIONS = 'the stops of a recording are found by their lines: set the breakpoint in a line'

/**
 * Breakpoints in a recording of the flight recorder: they choose among its stops. Without any, each stop counts. Where the program
 * has crashed it stops always.
 */
export class FlightBreakpoints implements Breakpoints {
  readonly #stops: readonly RecordedStop[]
  readonly #names: NameStyle
  readonly #held = new Map<string, readonly Held[]>()
  #lastId = 0

  constructor(stops: readonly RecordedStop[], names: NameStyle) {
    this.#stops = stops
    this.#names = names
  }

  setSource(path: string, specs: readonly Dap.SourceBreakpoint[]): Dap.Breakpoint[] {
    const held = specs.map(({ line, condition: text }): Held => {
      this.#lastId += 1
      return { id: this.#lastId, path, line, text, condition: this.#read(text) }
    })
    this.#held.set(path, held)
    return held.map((one): Dap.Breakpoint => {
      const { id, line, condition } = one
      if (condition === 'unreadable') return { id, verified: false, line, message: UNREADABLE }
      const isReached = this.#stops.some((stop) => isAt(stop, one))
      return isReached ? { id, verified: true, line } : { id, verified: false, line, message: NO_STOP }
    })
  }

  setFunctions(specs: readonly Dap.FunctionBreakpoint[]): Dap.Breakpoint[] {
    return specs.map(() => ({ verified: false, message: NO_FUNCTIONS }))
  }

  idsFor(): number[] {
    return []
  }

  /** The next stop at a breakpoint; without one the end of the recording, where it is left only from there. */
  destination(from: number, direction: Direction): Destination {
    const all = [...this.#held.values()].flat()
    if (all.length === 0) return { index: from + direction, hit: [], said: [] }
    const said: string[] = []
    for (let index = from + direction; index >= 0 && index < this.#stops.length; index += direction) {
      const stop = this.#stops[index]
      if (stop === undefined) break
      const hit = all.filter((one) => isAt(stop, one) && isMet(stop, one, said)).map(({ id }) => id)
      if (hit.length > 0 || isCrash(stop)) return { index, hit, said }
    }
    const end = direction === 1 ? this.#stops.length - 1 : 0
    return { index: from === end ? from + direction : end, hit: [], said }
  }

  #read(text: string | undefined): Held['condition'] {
    if (text === undefined || text.trim() === '') return 'none'
    return readCondition(text, this.#names) ?? 'unreadable'
  }
}

function isAt({ flight }: RecordedStop, { path, line }: Held): boolean {
  const { place } = flight ?? {}
  return place?.line === line && place.path !== undefined && isSameFile(place.path, path)
}

/** A condition that is not known counts as not met, and the client is told so. */
function isMet({ flight, stopId }: RecordedStop, { condition, text, path, line }: Held, said: string[]): boolean {
  if (condition === 'none') return true
  const met = condition === 'unreadable' ? undefined : flight?.meets(condition)
  if (met === undefined)
    said.push(
      `At stop ${stopId ?? '?'} it is not known whether ${text ?? ''} (${path}:${line}) was true: not all of it was recorded\n`,
    )
  return met === true
}

function isCrash({ stopped }: RecordedStop): boolean {
  const body: unknown = stopped[0]?.body
  return isJsonObject(body) && body['reason'] === 'exception'
}
