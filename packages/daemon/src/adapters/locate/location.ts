/** How a found adapter is run. */
export interface AdapterLocation {
  readonly command: string
  /** Arguments that come before those of the definition, such as `-m` and a module. */
  readonly args: readonly string[]
  /** The file or module, for people. */
  readonly path: string
  readonly version?: string
}

export type LocateResult =
  | { readonly kind: 'found'; readonly location: AdapterLocation }
  /** `tried` names each place searched and why it did not match. */
  | { readonly kind: 'missing'; readonly tried: readonly string[] }

/** It cannot be told whether the adapter is there. */
export interface UncheckedAdapter {
  readonly kind: 'unchecked'
  readonly why: string
}

/** One searched place. */
export type PlaceResult =
  { readonly kind: 'found'; readonly location: AdapterLocation } | { readonly kind: 'missing'; readonly why: string }

export const missing = (why: string): PlaceResult => ({ kind: 'missing', why })
