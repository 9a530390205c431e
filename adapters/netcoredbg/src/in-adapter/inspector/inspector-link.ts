import { readFile, rm } from 'node:fs/promises'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { type ErrorType } from '@dapplex/protocol'
import { ShimError } from '../errors/shim-error.js'
import type { Captured } from './answers.js'
import { captureForms, type Shown } from './capture-forms.js'
import { evaluationFailure } from '../errors/evaluation-failure.js'
import { shownString, stringLiteral } from './string-literal.js'

/** Where an expression is evaluated. */
export type Evaluate = (expression: string, frameId: number) => Promise<Dap.Response | undefined>

/** The parameters of an operation. Undefined ones are omitted. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

/** In ms. The limit of an operation inside the program. netcoredbg's limit is 5 s; after 11 s the process is lost. */
const DEFAULT_LIMIT = 2500

/** The limit of the second attempt of an operation that only reads. */
const SECOND_LIMIT = 1500

/** Operations that change something or run code of the program. They must not run twice. */
const CHANGES = new Set(['run', 'setSlot', 'load'])

const ATTEMPTS = 3
const WAS_CUT = /evaluation (was )?(cancel|abort|timed)/i

/**
 * The connection to the inspector in the program, through netcoredbg's `evaluate`. The calls run one after the other:
 * netcoredbg answers them in order anyway, and an abort must not hit the next call.
 */
export class InspectorLink {
  readonly #evaluate: Evaluate
  readonly #assembly: () => Promise<string>
  #load: Promise<void> | undefined
  readonly #takes: (call: string) => boolean
  #last: Promise<unknown> = Promise.resolve()
  /** The number of the last call that must not run twice. */
  #once = 0
  /** Counts the moves of the program. At each the inspector drops values that only it holds. */
  stopNumber = 1

  /**
   * @param evaluate netcoredbg's
   * @param takes whether a form may be tried with this debugger
   * @param assembly the path of the inspector; rejects with a ShimError where there is none
   */
  constructor(evaluate: Evaluate, assembly: () => Promise<string>, takes: (call: string) => boolean = () => true) {
    this.#evaluate = evaluate
    this.#takes = takes
    this.#assembly = assembly
  }

  /** Runs one operation. Errors: those of the inspector; EVAL_FAILED with a kind when the call failed. */
  async call<T>(operation: string, parameters: Parameters, frameId: number): Promise<T> {
    const once = CHANGES.has(operation) || parameters['sideEffects'] === true
    try {
      return await this.#operate<T>(operation, once ? { ...parameters, once: ++this.#once } : parameters, frameId)
    } catch (error) {
      const isLate = error instanceof ShimError && error.data['kind'] === 'timeout' && error.data['inside'] === true
      if (once || !isLate) throw error
      return this.#operate<T>(operation, { ...parameters, limit: SECOND_LIMIT }, frameId)
    }
  }

  #operate<T>(operation: string, parameters: Parameters, frameId: number): Promise<T> {
    const { limit = DEFAULT_LIMIT, ...others } = parameters
    const query = queryText({ ...others, limit, stop: this.stopNumber })
    // One literal only: netcoredbg creates each in the program, and that costs as much as the call itself.
    return this.#answer<T>(`Dapplex.Inspector.Do(${stringLiteral(`${operation}?${query}`)})`, frameId)
  }

  /** Gives the value of a variable an id. Errors: EVAL_FAILED of kind pointer for a value that no call can pass. */
  async capture(shown: Shown, frameId: number): Promise<Captured> {
    const forms = captureForms(shown)
    switch (forms.kind) {
      case 'null':
        return { isNull: true }
      case 'text':
        throw new ShimError('EVAL_FAILED', `${shown.expression} is ${forms.why}`, { kind: 'pointer' })
      case 'enum':
        return this.#captureEnum(shown, { frameId, number: forms.number })
      case 'calls':
        return this.#firstOf(forms.calls.filter(this.#takes), frameId)
    }
  }

  async #captureEnum(shown: Shown, { frameId, number }: { frameId: number; number: string }): Promise<Captured> {
    const response = await this.#serial(() => this.#evaluate(number, frameId))
    const value = response?.success === true ? shownString(resultOf(response)) : undefined
    if (value === undefined) throw evaluationFailure(number, response)
    return this.call<Captured>('enum', { type: shown.type, value }, frameId)
  }

  async #firstOf(calls: readonly string[], frameId: number): Promise<Captured> {
    let failure: unknown
    for (const call of calls) {
      try {
        return await this.#answer<Captured>(call, frameId)
      } catch (error) {
        failure ??= error
        if (!(error instanceof ShimError) || error.data['kind'] !== 'adapter') throw error
      }
    }
    throw failure
  }

  async #answer<T>(call: string, frameId: number): Promise<T> {
    await this.#loaded(frameId)
    const response = await this.#asked(call, frameId)
    const shown = response?.success === true ? shownString(resultOf(response)) : undefined
    if (shown === undefined) throw evaluationFailure(call, response)
    return decoded<T>(shown)
  }

  /**
   * Repeats an aborted call. netcoredbg suspends all other threads during an evaluation. If one of them holds a lock of the
   * runtime, it blocks the call until netcoredbg gives up after 5 s (measured, netcoredbg 3.1.3: the first calls of one attach
   * in eight to a web service). Nothing runs twice: the inspector refuses the number of a call that has begun.
   */
  async #asked(call: string, frameId: number): Promise<Dap.Response | undefined> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#serial(() => this.#evaluate(call, frameId))
      if (response?.success !== false || attempt === ATTEMPTS || !WAS_CUT.test(response.message ?? '')) return response
    }
  }

  /** Makes sure once that the inspector is loaded. A launch loads it by the startup hook, an attach here. */
  #loaded(frameId: number): Promise<void> {
    this.#load ??= this.#ensure(frameId).catch((error: unknown) => {
      this.#load = undefined
      throw error
    })
    return this.#load
  }

  async #ensure(frameId: number): Promise<void> {
    const probe = 'Dapplex.Inspector.Do("release?id=0")'
    const first = await this.#asked(probe, frameId)
    if (first?.success === true && shownString(resultOf(first)) !== undefined) return
    const failure = evaluationFailure(probe, first)
    if (failure.data['kind'] !== 'adapter') throw failure
    const path = await this.#assembly()
    const load = `System.Reflection.Assembly.LoadFrom(${stringLiteral(path)})`
    const loaded = await this.#serial(() => this.#evaluate(load, frameId))
    const second = await this.#asked(probe, frameId)
    if (second?.success === true && shownString(resultOf(second)) !== undefined) return
    throw evaluationFailure(load, loaded?.success === false ? loaded : second)
  }

  #serial<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

const resultOf = (response: Dap.Response) => (response as Dap.EvaluateResponse).body.result

/** A URL query has no character that a string literal or netcoredbg would change. */
function queryText(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
}

interface Failure {
  readonly type: ErrorType
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

async function decoded<T>(text: string): Promise<T> {
  const answer = JSON.parse(text) as { readonly error?: Failure; readonly file?: string }
  if (answer.file !== undefined) {
    const long = await readFile(answer.file, 'utf8')
    await rm(answer.file, { force: true })
    return JSON.parse(long) as T
  }
  if (answer.error === undefined) return answer as T
  const { type, message, data = {} } = answer.error
  if (type === 'TIMEOUT') throw new ShimError('EVAL_FAILED', message, { kind: 'timeout', inside: true, ...data })
  throw new ShimError(type, message, { ...(type === 'EVAL_FAILED' ? { kind: 'exception' } : {}), ...data })
}
