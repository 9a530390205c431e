import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'

/** The breakpoints of one file, as netcoredbg has them. */
interface Listed {
  readonly args: JsonObject
  readonly asked: readonly unknown[]
  readonly ids: readonly (number | undefined)[]
}

/** The arguments of `setBreakpoints` that take out what can stop the program in one file, and of the one that puts it back. */
export interface Pair {
  readonly without: JsonObject
  readonly whole: JsonObject
}

/** Which breakpoints of netcoredbg can stop the program. */
export class ActiveBreakpoints {
  readonly #lists = new Map<string, Listed>()
  readonly #verified = new Set<number>()

  /** @param answers of netcoredbg to `setBreakpoints` with `args` */
  set(args: JsonObject, answers: readonly Dap.Breakpoint[]): void {
    const asked: readonly unknown[] = Array.isArray(args['breakpoints']) ? args['breakpoints'] : []
    this.#lists.set(pathIn(args), { args, asked, ids: answers.map(({ id }) => id) })
    for (const answer of answers) this.changed(answer)
  }

  changed({ id, verified }: Dap.Breakpoint): void {
    if (id === undefined) return
    if (verified) this.#verified.add(id)
    else this.#verified.delete(id)
  }

  /**
   * One pair for each file with a breakpoint that can stop the program. What is not verified stays: netcoredbg still looks for it.
   * So does what has a condition: netcoredbg 3.1.3 crashes if it loses a breakpoint while it evaluates the condition
   * (`LineBreakpoints::CheckBreakpointHit` holds no lock).
   */
  pairs(): readonly Pair[] {
    return [...this.#lists.values()].flatMap(({ args, asked, ids }) => {
      const staying = asked.filter((one, at) => !this.#verified.has(ids[at] ?? -1) || hasCondition(one))
      return staying.length === asked.length ? [] : [{ whole: args, without: { ...args, breakpoints: staying } }]
    })
  }
}

const hasCondition = (asked: unknown): boolean => isJsonObject(asked) && typeof asked['condition'] === 'string'

const pathIn = ({ source }: JsonObject): string => (isJsonObject(source) ? String(source['path']) : '')
