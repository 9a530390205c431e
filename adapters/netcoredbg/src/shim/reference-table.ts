import { ShimError } from './shim-error.js'

/** What a variablesReference of the shim stands for. */
export type Reference =
  | { readonly kind: 'frame'; readonly frameId: number; readonly part: 'arguments' | 'locals' }
  | {
      readonly kind: 'object'
      readonly frameId: number
      readonly id: number
      readonly view: string
      /** The C# that names the object in that frame, where something does. */
      readonly expression?: string
      readonly allowSideEffects?: boolean
    }

/** netcoredbg counts its own from 1 at each stop: ours begin where it never gets. */
const FIRST = 1 << 29

/** References of the shim. They are never used twice, so a stale one can be told from a wrong one. */
export class ReferenceTable {
  #references = new Map<number, Reference>()
  #next = FIRST

  add(reference: Reference): number {
    const number = this.#next++
    this.#references.set(number, reference)
    return number
  }

  static isOwn(number: number): boolean {
    return number >= FIRST
  }

  /** Errors: INVALID_REFERENCE for one of an earlier stop. */
  get(number: number): Reference {
    const reference = this.#references.get(number)
    if (reference !== undefined) return reference
    throw new ShimError('INVALID_REFERENCE', `variablesReference ${number} is from an earlier stop`, {
      reference: number,
    })
  }

  /** At each stop and resume. */
  clear(): void {
    this.#references = new Map()
  }
}
