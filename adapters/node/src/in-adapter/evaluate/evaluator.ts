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
  | { readonly kind: 'global' }

export interface EvaluationOptions {
  /** V8 refuses to do anything that may change the program. */
  readonly isPure?: boolean
  /** Ends the evaluation after so many ms, if that is sooner than the session's own limit. */
  readonly limitMs?: number
  /** What messages call it, and what to do when it is refused. Without it they quote the expression. */
  readonly described?: { readonly as: string; readonly ifRefused: string }
  /** `require` and the other helpers of a console are available, and `await` while the program runs. */
  readonly isConsole?: boolean
}

/** V8 has refused a pure evaluation, before it changed anything. */
class SideEffectRefused extends RequestFailure {}

/**
 * Evaluates expressions. V8 handles nothing else meanwhile, not even an order to stop: so each has a time limit of its own.
 */
export class Evaluator {
  readonly #connection: InspectorConnection
  readonly #timeoutMs: number
  readonly #stoppedAt: () => PausedCallFrame | undefined

  /** @param stoppedAt the top call of the stopped program; undefined while it runs */
  constructor(
    connection: InspectorConnection,
    { timeoutMs, stoppedAt }: { readonly timeoutMs: number; readonly stoppedAt: () => PausedCallFrame | undefined },
  ) {
    this.#connection = connection
    this.#timeoutMs = timeoutMs
    this.#stoppedAt = stoppedAt
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
      const { as, ifRefused } = options.described ?? { as: `"${expression}"`, ifRefused: '' }
      throw new SideEffectRefused(`${as} was not evaluated: it may change the program${ifRefused}`)
    }
    throw new RequestFailure(text)
  }

  /**
   * Evaluates, and tells whether code of the program ran that may have changed something: V8 is first asked to change nothing.
   * Only in a call: elsewhere a pure evaluation has another scope.
   * @throws RequestFailure as `evaluate`
   */
  async evaluateWatched(
    expression: string,
    place: EvaluationPlace,
    options: EvaluationOptions,
  ): Promise<{ readonly value: Runtime.RemoteObject; readonly hasRun: boolean }> {
    try {
      if (place.kind === 'call')
        return { value: await this.evaluate(expression, place, { ...options, isPure: true }), hasRun: false }
    } catch (error) {
      if (!(error instanceof SideEffectRefused)) throw error
    }
    return { value: await this.evaluate(expression, place, options), hasRun: place.kind === 'call' }
  }

  /** How long this evaluation may take, in ms. */
  limitMs({ limitMs }: EvaluationOptions = {}): number {
    return limitMs === undefined || limitMs <= 0 ? this.#timeoutMs : Math.min(limitMs, this.#timeoutMs)
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
      timeout: this.limitMs(options),
    }
    try {
      const call = place.kind === 'call' ? place.call : this.#stoppedAt()
      if (call !== undefined) {
        const { callFrameId } = call
        // V8 takes `eval` for a change, so what must change nothing is evaluated in the call itself.
        const text = place.kind === 'call' || options.isPure === true ? expression : inGlobalScope(expression)
        return await this.#connection.send('Debugger.evaluateOnCallFrame', { ...common, callFrameId, expression: text })
      }
      // Promises make no progress while the program is stopped, so nothing is awaited then.
      const awaits = options.isConsole === true
      return await this.#connection.send('Runtime.evaluate', { ...common, awaitPromise: awaits, replMode: awaits })
    } catch (error) {
      if (!(error instanceof InspectorError)) throw error
      const isTimeout = error.message.includes('Execution was terminated')
      throw new RequestFailure(
        isTimeout
          ? `${options.described?.as ?? `"${expression}"`} was stopped: it did not end within ${this.limitMs(options)} ms (evaluateTimeout)`
          : error.message,
      )
    }
  }
}

/**
 * Evaluates in the global scope from inside a call. `Runtime.evaluate` would do, but while the program is stopped V8 does not
 * end it when its time is over (seen in Node 20.20).
 */
const inGlobalScope = (expression: string): string => `(0, eval)(${JSON.stringify(expression)})`

/** A value as an argument of a call, or as the new value of a variable. */
export function asArgument({ objectId, unserializableValue, value }: Runtime.RemoteObject): Runtime.CallArgument {
  if (objectId !== undefined) return { objectId }
  return unserializableValue === undefined ? { value: value as unknown } : { unserializableValue }
}
