import type { Variable } from './variable.js'

/** The requested part of the children of a variable. */
export interface Page {
  readonly start: number
  readonly count: number
}

/** A page of children. `total` counts all of them. */
export interface Children {
  readonly rows: readonly Variable[]
  readonly total: number
  readonly hasMore: boolean
}
