import type { DebugProtocol } from '@vscode/debugprotocol'
import { isJsonObject } from '../dap/message.js'

/** An exception that an evaluated expression threw in the program: a result of `evaluate`, not a failure. */
export interface Thrown {
  /** Unqualified. */
  readonly type: string
  readonly typeFull?: string
  readonly message: string
}

const THROWN = 32001

/** How one of dapplex's own adapters says in a failed `evaluate` (`body.error`) that the expression threw. */
export function thrownToDap(thrown: Thrown): DebugProtocol.Message {
  const { type, typeFull, message } = thrown
  const variables = { dapplexThrown: type, message, ...(typeFull === undefined ? {} : { typeFull }) }
  return { id: THROWN, format: `${type}: ${message}`, showUser: false, variables }
}

/** The exception in `body.error` of a failed `evaluate`; undefined where the failure is another one. */
export function thrownFromDap(error: unknown): Thrown | undefined {
  if (!isJsonObject(error) || !isJsonObject(error['variables'])) return undefined
  const { dapplexThrown: type, message, typeFull } = error['variables']
  if (typeof type !== 'string' || typeof message !== 'string') return undefined
  return { type, message, ...(typeof typeFull === 'string' ? { typeFull } : {}) }
}
