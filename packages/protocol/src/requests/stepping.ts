import { z } from 'zod'
import { defineRequests } from './definition.js'

const row = z.object({
  name: z.string(),
  value: z.string(),
  type: z.string().optional(),
  variablesReference: z.int(),
  presentationHint: z.object({ lazy: z.boolean().optional() }).optional(),
})

/**
 * dapplex, served by an adapter that can only step, but can do so without a message for each step: what a step costs beside it,
 * between the adapter and the sender, is paid once for many lines.
 */
export const steppingRequests = defineRequests({
  /**
   * The next `next` of the thread goes on from line to line of the function that it stands in. Its stop is told when the function is
   * left, so many lines have run, the time is over, or anything else stops the program.
   */
  dapplex_stepLines: {
    effect: 'evaluate',
    params: z.object({
      /** The top frame of the thread. */
      frameId: z.int(),
      /** Most lines. */
      most: z.int(),
      timeoutMs: z.int(),
    }),
    result: z.object({}),
  },
  /** The lines at which that `next` did not stop, which are forgotten. They can be read while the program runs. */
  dapplex_steppedLines: {
    effect: 'read',
    params: z.object({}),
    result: z.object({
      lines: z.array(
        z.object({
          line: z.int(),
          /** What differs from the line before, and of objects what is in them. */
          variables: z.array(row.extend({ fields: z.object({ rows: z.array(row), total: z.int() }).optional() })),
        }),
      ),
    }),
  },
})
