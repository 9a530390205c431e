import { textIn, type JsonObject } from '@dapplex/protocol'
import { ShimError } from '../errors/shim-error.js'

/** Errors: INVALID_PARAMETER. */
export function requiredText(args: JsonObject, name: string): string {
  const value = textIn(args, name)
  if (value !== undefined) return value
  throw new ShimError('INVALID_PARAMETER', `Parameter '${name}' is not valid`, {
    field: name,
    parameter: name,
    value: args[name],
  })
}
