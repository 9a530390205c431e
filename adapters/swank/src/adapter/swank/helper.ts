import { type ErrorType } from '@dapplex/protocol'
import { noImage, RequestFailure } from '../dap/failure.js'
import { list, symbol } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import { SwankError } from './swank-client.js'
import type { Place, SwankClient } from './swank-client.js'

interface HelperAnswer {
  readonly ok?: unknown
  readonly error?: { readonly type: ErrorType; readonly message: string; readonly data?: Record<string, unknown> }
}

/** Where an operation runs, and for how long at most; 0 is for ever. */
interface At {
  readonly place?: Place
  readonly timeoutMs?: number
}

/**
 * Calls of the helper package in the image. An operation answers JSON; what it refuses is a RequestFailure with the
 * code it gave.
 */
export class Helper {
  constructor(private readonly client: SwankClient) {}

  /** `Answer` is what the operation answers, as written in its Lisp file. */
  async call<Answer>(operation: string, args: readonly Form[], at: Place | At = 'worker'): Promise<Answer> {
    const { place = 'worker', timeoutMs = 20_000 } = typeof at === 'object' ? at : { place: at }
    const form = list(symbol('dapplex:call'), operation, ...args)
    let text: Form
    try {
      text = await this.client.evaluate(form, place, timeoutMs)
    } catch (error) {
      throw translate(error, operation)
    }
    const answer = JSON.parse(typeof text === 'string' ? text : '{}') as HelperAnswer
    if (answer.error) throw new RequestFailure(answer.error.type, answer.error.message, answer.error.data ?? {})
    return answer.ok as Answer
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

function translate(error: unknown, operation: string): unknown {
  if (!(error instanceof SwankError)) return error
  const message = `${operation}: ${error.message}`
  const data = { swank: error.kind }
  switch (error.kind) {
    case 'timeout':
      return new RequestFailure('TIMEOUT', message, data)
    case 'invalid':
      return new RequestFailure('INVALID_THREAD', message, data)
    default:
      return noImage(message, data)
  }
}
