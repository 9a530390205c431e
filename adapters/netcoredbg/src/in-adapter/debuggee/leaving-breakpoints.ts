import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { entriesIn, isSamePlace, keyOf, listOf, type ActiveBreakpoints, type Place } from './active-breakpoints.js'

export type ProgramState = 'running' | 'stepping' | 'stopped'

/** A request that replaces a list of breakpoints. */
export interface SetRequest {
  readonly command: string
  readonly args: JsonObject
}

interface Leaving {
  /** As netcoredbg has it now. */
  readonly entry: JsonObject
  readonly place: Place
}

type Ask = (command: string, args: unknown) => Promise<Dap.Response | undefined>

/** A condition that netcoredbg evaluates without the program. */
const NEVER = 'false'

/**
 * netcoredbg crashes if it loses a breakpoint while it evaluates the condition (3.1.3: `LineBreakpoints::CheckBreakpointHit` and that
 * of functions go on with the breakpoint afterwards, and hold no lock). To give a breakpoint another condition is safe, and so is
 * everything while the program stands. So while the program runs, a breakpoint with a condition leaves in two steps: its condition is
 * dropped, and at the next stop it is taken out. If it makes that stop itself, the program goes on, and nobody is told. While
 * a step runs, which that stop would end, the condition becomes one that is never met.
 */
export class LeavingBreakpoints {
  readonly #active: ActiveBreakpoints
  /** By list, with the request that netcoredbg is to have at the next stop. */
  readonly #lists = new Map<string, SetRequest & { readonly leaving: readonly Leaving[] }>()

  constructor(active: ActiveBreakpoints) {
    this.#active = active
  }

  get isAny(): boolean {
    return this.#lists.size > 0
  }

  /** The arguments to send for a list. Those of the breakpoints that still leave come last. */
  argumentsFor({ command, args }: SetRequest, program: ProgramState): JsonObject {
    const list = listOf(args)
    const leaving = program === 'stopped' ? [] : this.#leavingAfter(args, program)
    if (leaving.length === 0) {
      this.#lists.delete(list)
      return args
    }
    this.#lists.set(list, { command, args, leaving })
    const asked = new Set(entriesIn(args).map(keyOf))
    const entries = leaving.map(({ entry }) => entry).filter((entry) => !asked.has(keyOf(entry)))
    return { ...args, breakpoints: [...entriesIn(args), ...entries] }
  }

  /** One that is asked for again counts until the next stop, too: it may have stopped the program before it had its condition again. */
  #leavingAfter(args: JsonObject, program: 'running' | 'stepping'): readonly Leaving[] {
    const lost = this.#active.lostBy(args).map(({ entry, place }) => ({ entry: harmless(entry, program), place }))
    const keys = new Set(lost.map(({ entry }) => keyOf(entry)))
    const before = this.#lists.get(listOf(args))?.leaving ?? []
    return [...before.filter(({ entry }) => !keys.has(keyOf(entry))), ...lost]
  }

  /**
   * Whether the program stands only because a breakpoint that leaves has no condition any more. To be asked before that is taken
   * out.
   */
  async isCauseOf(stop: Dap.StoppedEvent['body'], ask: Ask): Promise<boolean> {
    const top = stop.reason === 'breakpoint' ? await topFrame(stop, ask) : undefined
    const left = top === undefined ? [] : this.#leftAt(top.place)
    if (top === undefined || left.length === 0) return false
    for (const { condition } of [...this.#active.at(top.place), ...left.flatMap(({ again }) => again)]) {
      if (typeof condition !== 'string') return false
      const response = await ask('evaluate', { expression: condition, frameId: top.id })
      if (!isFalse(response)) return false
    }
    return true
  }

  /** What leaves at a place, and what was asked for there since. */
  #leftAt(place: Place): readonly { readonly again: readonly JsonObject[] }[] {
    return [...this.#lists.values()].flatMap(({ args, leaving }) =>
      leaving
        .filter((one) => isSamePlace(one.place, place))
        .map(({ entry }) => ({ again: entriesIn(args).filter((one) => keyOf(one) === keyOf(entry)) })),
    )
  }

  /** The program stands: takes out what leaves. */
  async takeOut(ask: Ask): Promise<void> {
    await Promise.all([...this.#lists.values()].map(({ command, args }) => ask(command, args)))
  }
}

/** Where the program stops at a function is not known before, so its breakpoint must not stop it any more. */
function harmless(entry: JsonObject, program: 'running' | 'stepping'): JsonObject {
  const { condition: _dropped, ...plain } = entry
  return program === 'running' && 'line' in entry ? plain : { ...entry, condition: NEVER }
}

interface TopFrame {
  readonly id: unknown
  readonly place: Place
}

async function topFrame({ threadId }: Dap.StoppedEvent['body'], ask: Ask): Promise<TopFrame | undefined> {
  const { stackFrames } = bodyOf(await ask('stackTrace', { threadId, startFrame: 0, levels: 1 }))
  const top: unknown = Array.isArray(stackFrames) ? stackFrames[0] : undefined
  if (!isJsonObject(top) || typeof top['line'] !== 'number') return undefined
  return { id: top['id'], place: { path: listOf(top), line: top['line'] } }
}

const isFalse = (response: Dap.Response | undefined): boolean => bodyOf(response)['result'] === 'false'

function bodyOf(response: Dap.Response | undefined): JsonObject {
  const body: unknown = response?.success === true ? response.body : undefined
  return isJsonObject(body) ? body : {}
}
