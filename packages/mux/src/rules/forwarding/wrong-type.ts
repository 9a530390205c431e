import { wrongArgument } from '@dapplex/protocol'
import type { Asked } from '../../state/clients/client.js'
import { argumentsOf } from '../../state/clients/client.js'
import type { Failure } from '../../state/contract/failure.js'

/**
 * Rule: mux 20. A request with an argument of a type that DAP does not allow goes no further: it would end the session for everybody.
 * Measured: the reader of debugpy 1.6 dies of it, and delve 1.20 ends itself.
 */
export function wrongTypeIn(asked: Asked): Failure | undefined {
  const { command } = asked.request
  const wrong = wrongArgument(command, argumentsOf(asked))
  if (wrong === undefined) return undefined
  const { path, needs, value } = wrong
  const text = `${command}: "${path}" must be ${needs}, ${value === undefined ? 'and is missing' : `not ${described(value)}`}`
  return { type: 'INVALID_REQUEST', text, data: { command, argument: path } }
}

function described(value: unknown): string {
  if (typeof value === 'string') return 'a string'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
