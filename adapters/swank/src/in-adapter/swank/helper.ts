import { AsyncLocalStorage } from 'node:async_hooks'
import { type ErrorType } from '@dapplex/protocol'
import { noImage, RequestFailure } from '../dap/failure.js'
import { list, symbol } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { SwankError } from './swank-client.js'
import type { Place, SwankClient } from './swank-client.js'

/** The number of the DAP request that runs now: its calls carry it, so that `cancel` finds what they evaluate. */
export const servedRequest = new AsyncLocalStorage<number | undefined>()

interface HelperAnswer {
  readonly ok?: unknown
  readonly error?: { readonly type: ErrorType; readonly message: string; readonly data?: Record<string, unknown> }
}

/** Where an operation runs, and for how long at most; 0 is for ever. */
interface At {
  readonly place?: Place
  readonly timeoutMs?: number
}

/** How long the answer to a cancellation is awaited. */
const cancelMs = 5_000

/**
 * Calls of the helper package in the image. An operation answers JSON; what it refuses is a RequestFailure with the
 * code it gave.
 */
export class Helper {
  constructor(private readonly client: SwankClient) {}

  /** `Answer` is what the operation answers, as written in its Lisp file. */
  async call<Answer>(operation: string, args: readonly Form[], at: Place | At = 'worker'): Promise<Answer> {
    const { place = 'worker', timeoutMs = 20_000 } = typeof at === 'object' ? at : { place: at }
    const request = servedRequest.getStore()
    const form = list(symbol('dapplex:call'), request ?? null, operation, ...args)
    let text: Form
    try {
      text = await this.client.evaluate(form, place, timeoutMs)
    } catch (error) {
      if (request !== undefined && error instanceof SwankError && error.kind === 'timeout') this.cancel(request)
      throw translate(error, operation)
    }
    const answer = JSON.parse(typeof text === 'string' ? text : '{}') as HelperAnswer
    if (answer.error) throw new RequestFailure(answer.error.type, answer.error.message, answer.error.data ?? {})
    return answer.ok as Answer
  }

  /** Ends what the image still does for a request. */
  cancel(request: number): void {
    const form = list(symbol('dapplex:call'), null, 'cancel', request)
    this.client.evaluate(form, 'worker', cancelMs).catch(() => undefined)
  }

  /** For operations that resume the thread: Swank answers those with an abort, which is their success. */
  async resume(operation: string, args: readonly Form[], place: Place): Promise<void> {
    try {
      await this.call<unknown>(operation, args, { place, timeoutMs: 0 })
    } catch (error) {
      // A program that ends at once takes the connection along before it has answered.
      const end = error instanceof RequestFailure ? error.data['swank'] : undefined
      if (end === 'aborted' || end === 'closed') return
      throw error
    }
  }
}

/** The documented error of each failure. Without one the image has gone. */
const types: Readonly<Record<SwankError['kind'], ErrorType | undefined>> = {
  aborted: 'NOT_PAUSED',
  invalid: 'INVALID_THREAD',
  unreadable: 'EVAL_FAILED',
  closed: undefined,
  timeout: 'TIMEOUT',
  foreign: 'SWANK_CONNECTION_FAILED',
}

/** Whether the thread left the debugger instead of answering: the evaluated code invoked a restart, for instance. */
export const leftDebugger = (error: unknown): boolean =>
  error instanceof RequestFailure && error.data['swank'] === 'aborted'

function translate(error: unknown, operation: string): unknown {
  if (!(error instanceof SwankError)) return error
  const reason = error.kind === 'aborted' ? 'the thread went on before it answered' : error.message
  const message = `${operation}: ${reason}`
  const data = { swank: error.kind }
  const type = types[error.kind]
  return type === undefined ? noImage(message, data) : new RequestFailure(type, message, data)
}
