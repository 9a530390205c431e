import { ShimError } from '../errors/shim-error.js'

/** What a `variablesReference` of the shim refers to. */
export type Reference =
  | { readonly kind: 'frame'; readonly frameId: number; readonly part: 'arguments' | 'locals' }
  | {
      readonly kind: 'object'
      readonly frameId: number
      readonly id: number
      readonly view: string
      /** The C# expression for the object in that frame, if there is one. */
      readonly expression?: string
      readonly allowSideEffects?: boolean
      /** Where the value stands. A changed struct is a copy and must be stored there again. */
      readonly place?: Place
    }

/** Where a value stands: in a variable of a frame, in what a path names, or in a member or element of another object. */
export type Place =
  | { readonly kind: 'variable'; readonly frameId: number; readonly name: string }
  | { readonly kind: 'expression'; readonly frameId: number; readonly expression: string }
  | { readonly kind: 'member'; readonly owner: number; readonly name: string }

/** netcoredbg counts its references from 1 at each stop and never gets this far. */
const FIRST = 1 << 29

/** The variable references of the shim. A number is never used twice, so a stale reference differs from a wrong one. */
export class ReferenceTable {
  #references = new Map<number, Reference>()
  /** By the inspector's id of the value. */
  #places = new Map<number, Place>()
  #next = FIRST

  add(reference: Reference): number {
    const number = this.#next++
    this.#references.set(number, reference)
    if (reference.kind === 'object' && reference.place !== undefined) this.setPlace(reference.id, reference.place)
    return number
  }

  setPlace(id: number, place: Place): void {
    this.#places.set(id, place)
  }

  /** Where the value with this id was found. */
  placeOf(id: number): Place | undefined {
    return this.#places.get(id)
  }

  static isFromShim(number: number): boolean {
    return number >= FIRST
  }

  /** Errors: INVALID_REFERENCE for a reference of an earlier stop. */
  get(number: number): Reference {
    const reference = this.#references.get(number)
    if (reference !== undefined) return reference
    throw new ShimError('INVALID_REFERENCE', `variablesReference ${number} is from an earlier stop`, {
      reference: number,
    })
  }

  /** Called at each stop and resume. */
  clear(): void {
    this.#references = new Map()
    this.#places = new Map()
  }
}
