import { ViewUsageError } from './view-context.js'

/** A whole number that was typed, 0 or more. `what` is counted by it. Errors: ViewUsageError. */
export function wholeNumber(text: string, what: string): number {
  const value = Number(text)
  if (text === '' || !Number.isInteger(value) || value < 0)
    throw new ViewUsageError(`give the number of ${what}, such as 0`)
  return value
}
