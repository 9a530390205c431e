import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** netcoredbg counts its breakpoints from 1 and never gets this far. */
const FIRST = 1 << 29

/**
 * netcoredbg looks only at the line when it answers `setBreakpoints` again: a plain and an inline breakpoint on one line then get
 * the same id, while its events still have both (measured, netcoredbg 3.1.3). Here each keeps the id of its own.
 */
export class BreakpointIds {
  /** By path, then by line and column as they were asked. */
  readonly #known = new Map<string, ReadonlyMap<string, number>>()
  /** Ids that stand for a breakpoint of netcoredbg which another breakpoint has already. */
  readonly #aliases = new Map<number, number[]>()
  /** By the present id of netcoredbg, the id that a breakpoint had before it was taken out and put back. */
  readonly #renamed = new Map<number, number>()
  #next = FIRST

  /** The answer with one id for each breakpoint. */
  answered(args: JsonObject, given: readonly Dap.Breakpoint[]): Dap.Breakpoint[] {
    const answers = given.map(told).map((one) => (one.id === undefined ? one : { ...one, id: this.#nameOf(one.id) }))
    const path = pathIn(args)
    const places = placesIn(args)
    const known = this.#known.get(path)
    const ids = answers.map(({ id }) => id)
    const used = new Set<number>()
    const distinct = answers.map((answer, index) => {
      const { id } = answer
      if (id === undefined) return answer
      const isShared = ids.indexOf(id) !== ids.lastIndexOf(id)
      const before = isShared ? known?.get(places[index] ?? '') : undefined
      const free = [before, id].find((one) => one !== undefined && !used.has(one))
      const chosen = free ?? this.#alias(id)
      used.add(chosen)
      return { ...answer, id: chosen }
    })
    this.#known.set(
      path,
      new Map(distinct.flatMap(({ id }, index) => (id === undefined ? [] : [[places[index] ?? '', id]]))),
    )
    return distinct
  }

  /** The list of `args` was put back: its breakpoints keep the ids that the clients know. */
  restored(args: JsonObject, given: readonly Dap.Breakpoint[]): void {
    const known = this.#known.get(pathIn(args))
    for (const [index, place] of placesIn(args).entries()) {
      const [before, id] = [known?.get(place), given[index]?.id]
      if (before !== undefined && before < FIRST && id !== undefined && id !== before) this.#renamed.set(id, before)
    }
  }

  #nameOf(id: number): number {
    return this.#renamed.get(id) ?? id
  }

  /** The ids of the clients for a breakpoint of netcoredbg. */
  idsOf(given: number): readonly number[] {
    const id = this.#nameOf(given)
    return [id, ...(this.#aliases.get(id) ?? [])]
  }

  #alias(id: number): number {
    const alias = this.#next++
    this.#aliases.set(id, [...(this.#aliases.get(id) ?? []), alias])
    return alias
  }
}

/** Without netcoredbg's words for a file that no module has: it says that the debugging has not begun, also when it has. */
function told({ message, ...one }: Dap.Breakpoint): Dap.Breakpoint {
  return message === undefined || /^The breakpoint is pending and will be resolved/.test(message)
    ? one
    : { ...one, message }
}

const pathIn = ({ source }: JsonObject): string => (isJsonObject(source) ? String(source['path']) : '')

function placesIn({ breakpoints }: JsonObject): string[] {
  const asked: readonly unknown[] = Array.isArray(breakpoints) ? breakpoints : []
  return asked.map((one) => (isJsonObject(one) ? JSON.stringify([one['line'], one['column']]) : ''))
}
