import { z } from 'zod'
import { actor } from './control.js'
import { defineRequests } from './definition.js'

/** dapplex, answered by the core: what clients say to each other. */
export const messageRequests = defineRequests({
  dapplex_message: {
    effect: 'arrange',
    params: z.object({ text: z.string(), to: z.array(z.int()).optional() }),
    result: z.object({ to: z.array(actor) }),
  },
})
