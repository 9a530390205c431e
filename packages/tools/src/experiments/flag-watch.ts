import { ToolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import type { Frame } from '../stop/frame.js'
import { comparisonIn, holdsIn, type Comparison } from './flag.js'
import { readValue, type ReadValue } from './read-values.js'

/** Where a call stands, with its variables as text. */
interface Place {
  readonly frame: Frame
  readonly locals: { readonly values: ReadonlyMap<string, string> }
}

/** What is looked for: an expression that is to be true. */
export class FlagWatch {
  readonly expression: string
  readonly #on: SessionCall
  /** What it says, where the values of the frame are enough to decide it. */
  readonly #comparison: Comparison | undefined
  #isRead = false
  #failure: string | undefined

  constructor(on: SessionCall, expression: string) {
    this.#on = on
    this.expression = expression
    this.#comparison = comparisonIn(expression)
  }

  /** Undefined where the values do not decide it. */
  decidedBy(values: ReadonlyMap<string, string>): boolean | undefined {
    const known = this.#comparison === undefined ? undefined : holdsIn(this.#comparison, values)
    this.#isRead ||= known !== undefined
    return known
  }

  /** Also after a line that changed no variable: what it called may have written what the flag is about. */
  async isTrueAt({ frame, locals }: Place): Promise<boolean> {
    const known = this.decidedBy(locals.values)
    if (known !== undefined) return known
    const value = await this.#valueIn(frame.id)
    if (typeof value !== 'string') {
      this.#failure ??= value.error
      return false
    }
    this.#isRead = true
    return !this.#on.traits.falsy.includes(value)
  }

  /** Why it had a value nowhere: else it looks like a flag that was never true. */
  get problem(): string | undefined {
    return this.#isRead ? undefined : this.#failure
  }

  /** A caller need not have the variable that the flag is about. */
  async #valueIn(frameId: number): Promise<ReadValue> {
    try {
      return await readValue(this.#on, this.expression, frameId)
    } catch (error) {
      if (error instanceof ToolError && error.type === 'EVAL_FAILED') return { error: error.message }
      throw error
    }
  }
}
