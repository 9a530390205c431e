import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { NameStyle } from '@dapplex/protocol'
import { isJsonObject } from '@dapplex/protocol/dap'
import { readCondition, type Condition } from '@dapplex/recording'
import type { RecordedStop } from '../recording/recording.js'
import { isSameFile, type Breakpoints, type Destination, type Direction } from './breakpoints.js'

type Place =
  | { readonly kind: 'line'; readonly path: string; readonly line: number }
  | { readonly kind: 'function'; readonly name: string }

/** A breakpoint of the client. */
interface Held {
  readonly id: number
  readonly place: Place
  readonly text: string | undefined
  readonly condition: Condition | 'none' | 'unreadable'
}

const NO_STOP = 'no recorded stop stands here: the replay cannot stop where the program did not'
const UNREADABLE =
  'of a recording only comparisons of values can be looked up, such as order.total > 10: nothing can be called'
const NO_STOP_IN_IT = 'no recorded stop is in a function of this name: the replay cannot stop where the program did not'

/**
 * Breakpoints in a recording of the flight recorder: they choose among its stops. Without any, each stop counts. Where the program
 * has crashed it stops always.
 */
export class FlightBreakpoints implements Breakpoints {
  readonly #stops: readonly RecordedStop[]
  readonly #names: NameStyle
  /** Those of each file, by its path, and those in functions. */
  readonly #held = new Map<string, readonly Held[]>()
  #inFunctions: readonly Held[] = []
  #lastId = 0

  constructor(stops: readonly RecordedStop[], names: NameStyle) {
    this.#stops = stops
    this.#names = names
  }

  setSource(path: string, specs: readonly Dap.SourceBreakpoint[]): Dap.Breakpoint[] {
    const held = specs.map(({ line, condition }) => this.#hold({ kind: 'line', path, line }, condition))
    this.#held.set(path, held)
    return held.map((one, index): Dap.Breakpoint => ({ ...this.#answer(one, NO_STOP), line: specs[index]?.line ?? 0 }))
  }

  /** Such a breakpoint is met at each recorded stop in its function. */
  setFunctions(specs: readonly Dap.FunctionBreakpoint[]): Dap.Breakpoint[] {
    this.#inFunctions = specs.map(({ name, condition }) => this.#hold({ kind: 'function', name }, condition))
    return this.#inFunctions.map((one) => this.#answer(one, NO_STOP_IN_IT))
  }

  #hold(place: Place, text: string | undefined): Held {
    this.#lastId += 1
    return { id: this.#lastId, place, text, condition: this.#read(text) }
  }

  #answer(one: Held, noStop: string): Dap.Breakpoint {
    const { id, condition } = one
    if (condition === 'unreadable') return { id, verified: false, message: UNREADABLE }
    return this.#stops.some((stop) => isAt(stop, one))
      ? { id, verified: true }
      : { id, verified: false, message: noStop }
  }

  idsFor(): number[] {
    return []
  }

  /** The next stop at a breakpoint; without one the end of the recording, where it is left only from there. */
  destination(from: number, direction: Direction): Destination {
    const all = [...[...this.#held.values()].flat(), ...this.#inFunctions]
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

function isAt({ flight }: RecordedStop, { place: wanted }: Held): boolean {
  const { path, line, function: name } = flight?.place ?? {}
  if (wanted.kind === 'function') return name !== undefined && isNamed(name, wanted.name)
  return line === wanted.line && path !== undefined && isSameFile(path, wanted.path)
}

/** Adapters write a module or a class before the name (`main.total`, `shop!total`, `Shop::total`), and Lisp has no case. */
function isNamed(recorded: string, asked: string): boolean {
  const [full, wanted] = [recorded.toLowerCase().replace(/\(.*$/, ''), asked.toLowerCase()]
  return full === wanted || (full.endsWith(wanted) && /[.:!/]/.test(full.charAt(full.length - wanted.length - 1)))
}

/** A condition that is not known counts as not met, and the client is told so. */
function isMet({ flight, stopId }: RecordedStop, { condition, text, place }: Held, said: string[]): boolean {
  if (condition === 'none') return true
  const met = condition === 'unreadable' ? undefined : flight?.meets(condition)
  if (met === undefined)
    said.push(
      `At stop ${stopId ?? '?'} it is not known whether ${text ?? ''} (${placeText(place)}) was true: not all of it was recorded\n`,
    )
  return met === true
}

const placeText = (place: Place): string => (place.kind === 'line' ? `${place.path}:${place.line}` : place.name)

function isCrash({ stopped }: RecordedStop): boolean {
  const body: unknown = stopped[0]?.body
  return isJsonObject(body) && body['reason'] === 'exception'
}
