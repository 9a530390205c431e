import { z } from 'zod'
import { defineRequests } from './definition.js'

/**
 * dapplex, served by an adapter whose data breakpoints are a helper inside the program, which notices a change at the next form or
 * line and not at the write itself.
 */
export const changeRequests = defineRequests({
  /** Of a thread that stands at a data breakpoint: the lines of which one has written, the innermost first. None: that is not known. */
  dapplex_dataWritten: {
    effect: 'read',
    params: z.object({ threadId: z.int() }),
    result: z.object({
      places: z.array(
        z.object({
          function: z.string().optional(),
          path: z.string(),
          line: z.int(),
          column: z.int().optional(),
        }),
      ),
    }),
  },
})
