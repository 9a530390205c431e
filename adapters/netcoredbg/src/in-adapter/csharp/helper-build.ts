import { setTimeout as sleep } from 'node:timers/promises'
import { builtProject } from './built-project.js'

/** Sends an event to the client. */
type Tell = (event: string, body: object) => void

const PROGRESS = { progressId: 'dapplex-csharp' }
const TITLE = 'Building the C# helpers of dapplex (only once)'
const LATE =
  'The C# helpers of dapplex are being built for the first time. Until they are ready, values are shown as netcoredbg has them.\n'

/**
 * In ms. How long a request waits for the first build, well below the 30 s that the core gives a request. After it, values are
 * shown as netcoredbg has them until the build has ended.
 */
const PATIENCE = 15_000

/** In ms. A build that is already there is found sooner; only a longer one shows progress. */
const UNSEEN = 1000

/**
 * The first build of the C# helpers. A launch and later requests wait for it only for a while. The build has no deadline and
 * runs in a process of its own.
 */
export class HelperBuild {
  /** Whether the helpers are built, or cannot be built. */
  isDone = false
  readonly #done: Promise<void>
  readonly #patience: number

  constructor(env: NodeJS.ProcessEnv, { tell, patience = PATIENCE }: { tell: Tell; patience?: number }) {
    this.#patience = patience
    const build = Promise.all([builtProject('Inspector', env), builtProject('ExpressionCompiler', env)])
    this.#done = build.then(() => {
      this.isDone = true
    })
    void this.#report(tell)
  }

  /** Waits for the end of the build, but no longer than a request may take. Resolves with whether it has ended. */
  async wait(): Promise<boolean> {
    return this.isDone || this.#within(this.#patience)
  }

  async #within(milliseconds: number): Promise<boolean> {
    const abort = new AbortController()
    const late = sleep(milliseconds, undefined, { signal: abort.signal, ref: false }).catch(() => undefined)
    await Promise.race([this.#done, late])
    abort.abort()
    return this.isDone
  }

  async #report(tell: Tell): Promise<void> {
    if (await this.#within(Math.min(UNSEEN, this.#patience))) return
    tell('progressStart', { ...PROGRESS, title: TITLE })
    const isLate = !(await this.#within(this.#patience))
    if (isLate) tell('output', { category: 'important', output: LATE })
    await this.#done
    tell('progressEnd', PROGRESS)
    // What clients have read until now is netcoredbg's.
    if (isLate) tell('invalidated', { areas: ['all'] })
  }
}
