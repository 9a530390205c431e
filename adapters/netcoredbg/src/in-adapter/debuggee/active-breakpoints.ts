import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** The breakpoints of one file, or all of functions, as netcoredbg was asked for them. */
interface Listed {
  readonly args: JsonObject
  readonly asked: readonly JsonObject[]
  readonly ids: readonly (number | undefined)[]
}

/** The arguments of `setBreakpoints` that take out what can stop the program in one file, and of the one that puts it back. */
export interface Pair {
  readonly without: JsonObject
  readonly whole: JsonObject
}

/** Where a breakpoint stops the program. */
export interface Place {
  readonly path: string
  readonly line: number | undefined
}

/** A breakpoint that can stop the program. */
interface Active {
  readonly entry: JsonObject
  readonly place: Place
}

/** Which breakpoints of netcoredbg can stop the program. */
export class ActiveBreakpoints {
  readonly #lists = new Map<string, Listed>()
  /** The line where each verified breakpoint is, by its id. */
  readonly #verified = new Map<number, number | undefined>()

  /** @param answers of netcoredbg to `setBreakpoints` or `setFunctionBreakpoints` with `args` */
  set(args: JsonObject, answers: readonly Dap.Breakpoint[]): void {
    this.#lists.set(listOf(args), { args, asked: entriesIn(args), ids: answers.map(({ id }) => id) })
    for (const answer of answers) this.changed(answer)
  }

  changed({ id, verified, line }: Dap.Breakpoint): void {
    if (id === undefined) return
    if (verified) this.#verified.set(id, line)
    else this.#verified.delete(id)
  }

  /**
   * One pair for each file with a breakpoint that can stop the program. What is not verified stays: netcoredbg still looks for it.
   * So does what has a condition, which it may be evaluating (see `LeavingBreakpoints`).
   */
  pairs(): readonly Pair[] {
    return [...this.#lists.values()].flatMap(({ args, asked, ids }) => {
      if (!isJsonObject(args['source'])) return []
      const staying = asked.filter((one, at) => !this.#verified.has(ids[at] ?? -1) || hasCondition(one))
      return staying.length === asked.length ? [] : [{ whole: args, without: { ...args, breakpoints: staying } }]
    })
  }

  /** What can stop the program: lines, functions. */
  get kinds(): { readonly lines: boolean; readonly functions: boolean } {
    const lists = [...this.#lists.keys()].filter((list) => this.#activeIn(list).length > 0)
    return { lines: lists.some((list) => list !== ''), functions: lists.includes('') }
  }

  /** The breakpoints with a condition that a list would take out. */
  lostBy(args: JsonObject): readonly Active[] {
    const kept = new Set(entriesIn(args).map(keyOf))
    return this.#activeIn(listOf(args)).filter(({ entry }) => hasCondition(entry) && !kept.has(keyOf(entry)))
  }

  /** What netcoredbg was asked for at a place. */
  at(place: Place): readonly JsonObject[] {
    return [...this.#lists.keys()].flatMap((list) =>
      this.#activeIn(list).flatMap((one) => (isSamePlace(one.place, place) ? [one.entry] : [])),
    )
  }

  #activeIn(list: string): readonly Active[] {
    const { asked, ids } = this.#lists.get(list) ?? { asked: [], ids: [] }
    return asked.flatMap((entry, at) => {
      const id = ids[at]
      if (id === undefined || !this.#verified.has(id)) return []
      return [{ entry, place: { path: list, line: this.#verified.get(id) } }]
    })
  }
}

/** The symbols may spell the folder in another way. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.line !== undefined && one.line === other.line && fileName(one.path) === fileName(other.path)

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''

const hasCondition = (entry: JsonObject): boolean => typeof entry['condition'] === 'string' && entry['condition'] !== ''

/** Which list of netcoredbg a request replaces: that of a file, or `''`, that of the functions. */
export const listOf = ({ source }: JsonObject): string => (isJsonObject(source) ? String(source['path']) : '')

/** By what netcoredbg tells the breakpoints of one list apart: it ignores the columns. */
export const keyOf = ({ line, name }: JsonObject): unknown => line ?? name

export const entriesIn = ({ breakpoints }: JsonObject): readonly JsonObject[] =>
  Array.isArray(breakpoints) ? breakpoints.filter(isJsonObject) : []
