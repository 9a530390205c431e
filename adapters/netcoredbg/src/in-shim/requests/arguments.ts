import type { JsonObject } from '@dapplex/protocol'
import { ShimError } from '../errors/shim-error.js'

/** Reads typed members from the arguments of a request. */
export const numberIn = (args: JsonObject, name: string): number | undefined => {
  const value = args[name]
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

export const textIn = (args: JsonObject, name: string): string | undefined => {
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

export const flagIn = (args: JsonObject, name: string): boolean => args[name] === true

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
