import type { JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { ActiveBreakpoints } from './active-breakpoints.js'

/** What a pause asks of the connection, past everything that waits for the pause. */
export interface PausePort {
  readonly ask: (command: string, args: unknown) => Promise<Dap.Response | undefined>
  /** Resolves with true at the next stop, with false after so many ms. */
  readonly stopsWithin: (ms: number) => Promise<boolean>
}

/** In ms. Longer than a stop takes from the runtime to netcoredbg's queue. */
const SETTLE = 10
/** In ms. A step that takes longer is taken for one that does not end. */
const STEP = 60
const MOST_LOOKS = 5

/**
 * A pause that meets a breakpoint or the end of a step counts the program as stopped twice (netcoredbg 3.1.3, `CallbacksQueue::Pause`:
 * the runtime has handed over its own stop already, but it is not in the queue yet). One `continue` is then too few, and none
 * helps any more: the program stands for ever. So nothing can stop the program by itself while it is paused: the breakpoints
 * are taken out, and put back when it stands.
 */
export class QuietPause {
  readonly #port: PausePort
  readonly #active: ActiveBreakpoints

  constructor(port: PausePort, active: ActiveBreakpoints) {
    this.#port = port
    this.#active = active
  }

  /**
   * @param isStepping a step was begun and has not ended
   * @param pause sends the request
   * @param onRestored told of the answers to each list that is put back: netcoredbg gives new ids
   */
  async run(
    { threadId, isStepping }: { readonly threadId: unknown; readonly isStepping: boolean },
    pause: () => Promise<unknown>,
    onRestored: (args: JsonObject, response: Dap.Response | undefined) => void,
  ): Promise<void> {
    const pairs = this.#active.pairs()
    await Promise.all(pairs.map(({ without }) => this.#port.ask('setBreakpoints', without)))
    if (isStepping) await this.#port.stopsWithin(STEP)
    else if (pairs.length > 0) await this.#settle(threadId)
    await pause()
    for (const { whole } of pairs) onRestored(whole, await this.#port.ask('setBreakpoints', whole))
  }

  /** Until the runtime is not handing over a stop: then netcoredbg refuses to read the stack of a program that runs. */
  async #settle(threadId: unknown): Promise<void> {
    for (let left = MOST_LOOKS; left > 0; left--) {
      if (await this.#port.stopsWithin(SETTLE)) return
      const response = await this.#port.ask('stackTrace', { threadId, startFrame: 0, levels: 1 })
      if (response?.success !== true) return
    }
  }
}
