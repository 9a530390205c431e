import { z } from 'zod'

/** Limits of a whole number, both included. */
export interface IntegerLimits {
  readonly min?: number
  readonly max?: number
}

/**
 * A whole number as a parameter. The exported schema says `type: integer` with the limits; `quiet` leaves the limits out
 * of it, where a seed gives the parameter without them. They are checked at run time all the same.
 */
export function integer(limits: IntegerLimits = {}, quiet = false) {
  const { min, max } = limits
  const checked = z.int().refine((value) => isWithin(value, limits), complaint(limits))
  return quiet
    ? checked
    : checked.meta({ ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) })
}

/**
 * A whole number whose exported schema says `type: number`, as seed 002 gives it. That it is whole, and its limits, are
 * checked at run time.
 */
export const wholeNumber = (limits: IntegerLimits = {}) =>
  z.number().refine((value) => Number.isInteger(value) && isWithin(value, limits), complaint(limits))

const isWithin = (value: number, { min, max }: IntegerLimits): boolean =>
  (min === undefined || value >= min) && (max === undefined || value <= max)

const complaint = (limits: IntegerLimits) => {
  const allowed = allowedText(limits)
  return { params: { allowed }, error: `must be ${allowed}` }
}

function allowedText({ min, max }: IntegerLimits): string {
  if (min !== undefined && max !== undefined) return `a whole number from ${min} to ${max}`
  if (min !== undefined) return `a whole number, at least ${min}`
  return max === undefined ? 'a whole number' : `a whole number, at most ${max}`
}
