import { withinMs } from './adapters/supervise/within-ms.js'
import type { Logger } from './state/logger.js'

/** One part of the daemon's end. */
export interface EndStep {
  readonly what: string
  /** How long the end waits for it, in ms. */
  readonly ms: number
  readonly run: () => unknown
  /** What it has not ended yet, for the log. */
  readonly left?: () => readonly string[]
}

/** Runs the steps in their order. One that fails or takes longer than its time is left behind, and the log says which, and what is left. */
export async function runEndSteps(steps: readonly EndStep[], log: Pick<Logger, 'error'>): Promise<void> {
  for (const { what, ms, run, left } of steps) {
    try {
      const isDone = await withinMs(
        Promise.resolve()
          .then(run)
          .then(() => true),
        ms,
      )
      if (isDone === undefined) log.error({ what, ms, left: left?.() }, 'the daemon ends without waiting any longer')
    } catch (error) {
      log.error({ what, err: error }, 'a part of the daemon could not be ended')
    }
  }
}
