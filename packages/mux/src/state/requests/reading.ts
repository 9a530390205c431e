import type { Asked } from '../clients/client.js'
import type { Epoch } from '../ids/reference-table.js'

/** A `variables` request for a reference that shows what was there before a write: it is found anew, from its scope on. */
export interface Reading {
  readonly asked: Asked
  readonly epoch: Epoch
  /** The ids that are found anew, as clients see them: the scope, the row in it, and so on to the one that was asked for. */
  readonly path: readonly number[]
  /** How many of them have been. */
  readonly done: number
}
