import { InspectorError } from '../inspector/connection.js'
import type { Target } from './target.js'

/** What is left to do so that the program ends. */
export type EndStep =
  /** It has no handler for SIGTERM, or it runs and will call its handler itself: send the signal. */
  | 'signal'
  /** Its handler has run, or the program has ended: wait. */
  | 'wait'
  /** Its handler failed: kill it. */
  | 'kill'

/** Calls the program's handlers for SIGTERM as Node does. Its value is false where there are none. */
const RUN_HANDLERS = "process.emit('SIGTERM', 'SIGTERM', 15)"

/** Node aborts when its stack of async ids does not fit the calls on the stack, which `dropStack` cuts off. */
const CLEAR_ASYNC_IDS = `(function () {
  const { noDeprecation } = process
  process.noDeprecation = true
  try { process.binding('async_wrap').clearAsyncIdStack() } catch {}
  process.noDeprecation = noDeprecation
})()`

/**
 * Begins the end of a program. A paused one runs no other statement than those of its own handler for SIGTERM: the handler is
 * called while the program is paused, then its stack is dropped. What the handler waits for can happen after that.
 */
export async function endTarget({ pauses, connection }: Target): Promise<EndStep> {
  try {
    const isPaused = await pauses.beginEnd()
    if (!isPaused) return 'signal'
    const { result, exceptionDetails } = await connection.send('Runtime.evaluate', {
      expression: RUN_HANDLERS,
      silent: true,
    })
    if (exceptionDetails !== undefined) return 'kill'
    if (result.value !== true) return 'signal'
    await connection.send('Runtime.evaluate', { expression: CLEAR_ASYNC_IDS, silent: true })
    await pauses.dropStack()
    return 'wait'
  } catch (error) {
    // The program has ended meanwhile, by its handler perhaps.
    if (error instanceof InspectorError) return 'wait'
    throw error
  }
}
