import type { DapRequest } from '@dapplex/protocol'
import type { Client } from './client.js'

/** One request of a client and the fact whether it has its answer: exactly one is sent (mux 20). */
export interface Asked {
  readonly client: Client
  readonly request: DapRequest
  /** `givenUp`: answered by a failure of ours (deadline, cancel, its sender left) while the adapter may still answer. */
  state: 'open' | 'answered' | 'givenUp'
}

/** Arguments of a request; a request without any has none. */
export const argumentsOf = (asked: Asked): Readonly<Record<string, unknown>> =>
  (asked.request.arguments ?? {}) as Readonly<Record<string, unknown>>
