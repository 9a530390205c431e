import { z } from 'zod'
import { nothing } from './dap-shapes.js'
import { defineRequests } from './definition.js'

/** dapplex, served by an adapter: a session that shows a recording (docs/recordings.md). */
export const replayRequests = defineRequests({
  /** Goes to a recorded stop; `continued` and `stopped` follow. */
  dapplex_stopSelect: {
    effect: 'move',
    params: z.object({ stopId: z.int(), threadId: z.int().optional() }),
    result: nothing,
  },
})
