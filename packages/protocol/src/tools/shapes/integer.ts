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
  const allowed = allowedText(limits)
  const checked = z
    .int()
    .refine((value) => (min === undefined || value >= min) && (max === undefined || value <= max), {
      params: { allowed },
      error: `must be ${allowed}`,
    })
  return quiet
    ? checked
    : checked.meta({ ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) })
}

function allowedText({ min, max }: IntegerLimits): string {
  if (min !== undefined && max !== undefined) return `a whole number from ${min} to ${max}`
  if (min !== undefined) return `a whole number, at least ${min}`
  return max === undefined ? 'a whole number' : `a whole number, at most ${max}`
}
