import { z } from 'zod'
import { defineRequests } from './definition.js'

/**
 * dapplex, served by an adapter that decides the conditions of breakpoints inside the program: a call records its own lines while it
 * runs, which costs a hundredth of a step for each.
 */
export const recordingRequests = defineRequests({
  dapplex_recordCall: {
    effect: 'evaluate',
    params: z.object({
      frameId: z.int(),
      /** The last condition is true after so many lines. */
      most: z.int(),
      /** Noted where it is true for the first time. */
      flag: z.string().optional(),
    }),
    /** Where the sender sets breakpoints. Their conditions are false, and record the line. */
    result: z.object({
      places: z.array(z.object({ line: z.int(), column: z.int().optional(), condition: z.string() })),
    }),
  },
  /** The next lines, which are forgotten. None, also because none were asked for: nothing is left in the program. */
  dapplex_recordedLines: {
    effect: 'read',
    params: z.object({ count: z.int() }),
    result: z.object({
      lines: z.array(
        z.object({
          line: z.int(),
          /** What differs from the line before. `before` is absent for a variable that is new. */
          changes: z.array(z.object({ name: z.string(), before: z.string().optional(), after: z.string() })),
          flagged: z.literal(true).optional(),
        }),
      ),
    }),
  },
})
