import { InspectorError, type InspectorConnection } from '../inspector/connection.js'
import type { PausedCallFrame, Runtime } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import { thrownBy } from '../variables/thrown-text.js'
import { OBJECT_GROUP } from '../variables/object-reader.js'

/** Where an expression is evaluated. */
export type EvaluationPlace =
  /** In a call of the stopped program. */
  | { readonly kind: 'call'; readonly call: PausedCallFrame }
  /** In the global scope of the program, stopped or running. */
  | { readonly kind: 'global'; readonly isRunning: boolean }

export interface EvaluationOptions {
  /** V8 refuses to do anything that may change the program. */
  readonly isPure?: boolean
  /** `require` and the other helpers of a console are available, and `await` while the program runs. */
  readonly isConsole?: boolean
}

/**
 * Evaluates expressions. V8 handles nothing else meanwhile, not even an order to stop: so each has a time limit of its own.
 */
export class Evaluator {
  readonly #connection: InspectorConnection
  readonly #timeoutMs: number

  constructor(connection: InspectorConnection, timeoutMs: number) {
    this.#connection = connection
    this.#timeoutMs = timeoutMs
  }

  /** @throws RequestFailure with what it threw, or why it was not evaluated */
  async evaluate(
    expression: string,
    place: EvaluationPlace,
    options: EvaluationOptions = {},
  ): Promise<Runtime.RemoteObject> {
    const { result, exceptionDetails } = await this.#send(expression, place, options)
    if (exceptionDetails === undefined) return result
    const text = thrownBy(exceptionDetails)
    if (options.isPure === true && text.includes('Possible side-effect')) {
      throw new RequestFailure(`"${expression}" was not evaluated: it may change the program`)
    }
    throw new RequestFailure(text)
  }

  async #send(
    expression: string,
    place: EvaluationPlace,
    options: EvaluationOptions,
  ): Promise<Runtime.EvaluateReturnType> {
    const common = {
      expression,
      objectGroup: OBJECT_GROUP,
      generatePreview: true,
      silent: true,
      includeCommandLineAPI: options.isConsole ?? false,
      throwOnSideEffect: options.isPure ?? false,
      timeout: this.#timeoutMs,
    }
    try {
      if (place.kind === 'call') {
        const { callFrameId } = place.call
        return await this.#connection.send('Debugger.evaluateOnCallFrame', { ...common, callFrameId })
      }
      // Promises make no progress while the program is stopped, so nothing is awaited then.
      const awaits = place.isRunning && options.isConsole === true
      return await this.#connection.send('Runtime.evaluate', { ...common, awaitPromise: awaits, replMode: awaits })
    } catch (error) {
      if (!(error instanceof InspectorError)) throw error
      const isTimeout = error.message.includes('Execution was terminated')
      throw new RequestFailure(
        isTimeout
          ? `"${expression}" was stopped: it did not end within ${this.#timeoutMs} ms (evaluateTimeout)`
          : error.message,
      )
    }
  }
}

/** A value as an argument of a call, or as the new value of a variable. */
export function asArgument({ objectId, unserializableValue, value }: Runtime.RemoteObject): Runtime.CallArgument {
  if (objectId !== undefined) return { objectId }
  return unserializableValue === undefined ? { value: value as unknown } : { unserializableValue }
}
