import { z } from 'zod'
import { defineErrors } from './entry.js'

/** Who may do what, and with which parameters. */
export const accessErrors = defineErrors({
  FORBIDDEN: {
    rule: 'surface',
    says: "'{what}' needs the role {needed}; this client is {role}",
    then: 'connect with a token of that role',
    data: z.object({ what: z.string(), needed: z.string(), role: z.string() }),
  },
  RATE_LIMITED: {
    rule: 'surface',
    says: 'Too many {what}: {limit} are allowed at one time',
    then: 'wait for an answer before you send more calls',
    data: z.object({ what: z.string(), limit: z.int() }),
  },
  INVALID_PARAMETER: {
    rule: 'surface',
    says: "Parameter '{parameter}' is not valid",
    data: z.object({
      /** The path of the wrong value, such as `breakpoints.0.line`. */
      field: z.string(),
      /** The parameter it stands in. */
      parameter: z.string(),
      value: z.unknown().optional(),
      allowed: z.unknown().optional(),
      nearest: z.string().optional(),
    }),
  },
})
