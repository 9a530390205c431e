import type { JsonObject } from '@dapplex/protocol'
import type { ClientId } from '../contract/input.js'

/** One progress report of the adapter: its own id, and whose request it belongs to. */
export interface OpenProgress {
  readonly upstreamId: unknown
  readonly owner: ClientId | undefined
  /** The latest body, with the translated id and without a request id, for joiners. */
  body: JsonObject
}

/** Progress that has started and not ended (mux 12). */
export interface Progress {
  count: number
  readonly open: Map<string, OpenProgress>
  readonly ids: Map<unknown, string>
}

export const createProgress = (): Progress => ({ count: 0, open: new Map(), ids: new Map() })
