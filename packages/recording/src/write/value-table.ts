import { createHash } from 'node:crypto'
import type { Ref } from '../format/records.js'

/** A shorter text is its own key: to compute another one would cost more. */
const SHORT = 1024

/** The values of a part by their content, so that an equal one is stored once. */
export class ValueTable {
  readonly #refs = new Map<string, Ref>()

  /** The number of a value with this text, and whether it is new. */
  find(text: string): { readonly ref: Ref; readonly isNew: boolean } {
    const key = text.length <= SHORT ? text : createHash('sha256').update(text).digest('base64')
    const known = this.#refs.get(key)
    if (known !== undefined) return { ref: known, isNew: false }
    const ref = this.#refs.size + 1
    this.#refs.set(key, ref)
    return { ref, isNew: true }
  }

  clear(): void {
    this.#refs.clear()
  }
}
