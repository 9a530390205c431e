import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { NameStyle } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol/dap'
import type { RecordedStop } from '../recording/recording.js'
import type { Breakpoints, Destination, Direction, Hit, Said } from './breakpoints.js'
import { isAt, isMet, logLine, placeText, readHeld, type Held } from './held.js'

const NO_STOP = 'no recorded stop stands here: the replay cannot stop where the program did not'
const UNREADABLE =
  'of a recording only comparisons of values can be looked up, such as order.total > 10: nothing can be called'
const NO_STOP_IN_IT = 'no recorded stop is in a function of this name: the replay cannot stop where the program did not'

/** Where a breakpoint was met: the indexes of the stops, in order, as far as they were looked at. */
interface Met {
  readonly stops: number[]
  next: number
}

/** What is found on the way of one run. */
interface Way {
  readonly lines: Said[]
  /** The stops at which a condition is not known. */
  readonly unknown: Map<Held, number[]>
}

/**
 * Breakpoints in a recording of the flight recorder: they choose among its stops. Without any, each stop counts. Where the program
 * has crashed it stops always. Hits are counted in the order of the recording, so that going back and forth changes nothing.
 */
export class FlightBreakpoints implements Breakpoints {
  readonly #stops: readonly RecordedStop[]
  readonly #names: NameStyle
  /** Those of each file, by its path, and those in functions. */
  readonly #held = new Map<string, readonly Held[]>()
  #inFunctions: readonly Held[] = []
  readonly #met = new WeakMap<Held, Met>()
  #lastId = 0

  constructor(stops: readonly RecordedStop[], names: NameStyle) {
    this.#stops = stops
    this.#names = names
  }

  setSource(path: string, specs: readonly Dap.SourceBreakpoint[]): Dap.Breakpoint[] {
    const held = specs.map((spec) => this.#hold({ kind: 'line', path, line: spec.line }, { ...spec }))
    this.#held.set(path, held)
    return held.map((one, index): Dap.Breakpoint => ({ ...this.#answer(one, NO_STOP), line: specs[index]?.line ?? 0 }))
  }

  /** Such a breakpoint is met at each recorded stop in its function. */
  setFunctions(specs: readonly Dap.FunctionBreakpoint[]): Dap.Breakpoint[] {
    this.#inFunctions = specs.map((spec) => this.#hold({ kind: 'function', name: spec.name }, { ...spec }))
    return this.#inFunctions.map((one) => this.#answer(one, NO_STOP_IN_IT))
  }

  #hold(place: Held['place'], spec: Readonly<Record<string, unknown>>): Held {
    this.#lastId += 1
    return readHeld(this.#lastId, place, { spec, names: this.#names })
  }

  #answer(one: Held, noStop: string): Dap.Breakpoint {
    const { id, condition } = one
    if (condition === 'unreadable') return { id, verified: false, message: UNREADABLE }
    return this.#stops.some((stop) => isAt(stop, one))
      ? { id, verified: true }
      : { id, verified: false, message: noStop }
  }

  hitsAt(index: number): Hit[] {
    return this.#all().flatMap((one) => {
      const count = one.log === undefined ? this.#countAt(one, index) : undefined
      return count === undefined ? [] : [{ id: one.id, count }]
    })
  }

  /** The next stop at a breakpoint; without one the end of the recording, where it is left only from there. */
  run(from: number, direction: Direction): Destination {
    const all = this.#all()
    if (all.length === 0) return this.step(from, direction)
    const way: Way = { lines: [], unknown: new Map() }
    for (let index = from + direction; index >= 0 && index < this.#stops.length; index += direction) {
      const isHit = this.#pass(index, way)
      if (isHit || isCrash(this.#stops[index])) return { index, isHit, said: this.#said(way) }
    }
    const end = direction === 1 ? this.#stops.length - 1 : 0
    return { index: from === end ? from + direction : end, isHit: false, said: this.#said(way) }
  }

  /** The stop beside this one. What is not known of a condition there is told only where it decides about a run. */
  step(from: number, direction: Direction): Destination {
    const index = from + direction
    const way: Way = { lines: [], unknown: new Map() }
    this.#pass(index, way)
    return { index, isHit: false, said: way.lines }
  }

  #all(): Held[] {
    return [...[...this.#held.values()].flat(), ...this.#inFunctions]
  }

  /** Comes to a stop: log lines are printed, and whether a breakpoint is met there. */
  #pass(index: number, { lines, unknown }: Way): boolean {
    const stop = this.#stops[index]
    if (stop === undefined) return false
    let isHit = false
    for (const one of this.#all()) {
      if (!isAt(stop, one)) continue
      if (isMet(stop, one) === undefined) unknown.set(one, [...(unknown.get(one) ?? []), stop.stopId ?? index + 1])
      else if (this.#countAt(one, index) === undefined) continue
      else if (one.log === undefined) isHit = true
      else
        lines.push({
          output: `${logLine(stop, one.log)}\n`,
          path: stop.flight?.place.path,
          line: stop.flight?.place.line,
        })
    }
    return isHit
  }

  /** How often a breakpoint was met up to a stop at which it is hit; undefined where it is not. */
  #countAt(one: Held, index: number): number | undefined {
    const met = this.#met.get(one) ?? { stops: [], next: 0 }
    this.#met.set(one, met)
    for (; met.next <= index; met.next += 1) {
      const stop = this.#stops[met.next]
      if (stop !== undefined && isAt(stop, one) && isMet(stop, one) === true) met.stops.push(met.next)
    }
    const count = met.stops.indexOf(index) + 1
    return count === 0 || one.hitRule?.(count) === false ? undefined : count
  }

  #said({ lines, unknown }: Way): Said[] {
    const told = [...unknown].map(([one, stops]) => ({
      output: `At stop${stops.length > 1 ? 's' : ''} ${someOf(stops)} it is not known whether ${one.text} (${placeText(one)}) was true: not all of it was recorded\n`,
    }))
    return [...told, ...lines]
  }
}

const MOST_TOLD = 10
const someOf = (stops: readonly number[]): string =>
  stops.slice(0, MOST_TOLD).join(', ') + (stops.length > MOST_TOLD ? ` and ${stops.length - MOST_TOLD} more` : '')

function isCrash(stop: RecordedStop | undefined): boolean {
  const body: unknown = stop?.stopped[0]?.body
  return isJsonObject(body) && body['reason'] === 'exception'
}
