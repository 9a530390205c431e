import { Fields, type BadField } from '@dapplex/protocol'
import { RequestFailure } from './failure.js'

/** The arguments of one request. Errors: INVALID_PARAMETER naming the field. */
export type Arguments = Fields

export const argumentsFrom = (raw: unknown): Arguments => new Fields(raw, refuse)

function refuse({ name, needs, value }: BadField): never {
  if (value === undefined)
    throw new RequestFailure('INVALID_PARAMETER', `${name} is missing: it is ${needs}`, { parameter: name })
  throw new RequestFailure('INVALID_PARAMETER', `${name} must be ${needs}`, { parameter: name, value })
}
