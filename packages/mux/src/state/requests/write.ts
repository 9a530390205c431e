import type { JsonObject } from '@dapplex/protocol'
import type { Asked } from '../clients/client.js'
import type { Epoch } from '../ids/reference-table.js'

/** A `setVariable` or `setExpression` that is read back, because its adapter may answer success and change nothing. */
export interface Write {
  readonly asked: Asked
  /** In the adapter's ids and conventions. */
  readonly args: JsonObject
  readonly epoch: Epoch
  /** The request that reads the value. */
  readonly probe: { readonly command: 'variables' | 'evaluate'; readonly args: JsonObject }
  /** The value before the write; undefined where it could not be read. */
  before: string | undefined
}
