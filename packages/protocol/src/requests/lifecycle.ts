import { z } from 'zod'
import { nothing } from './dap-shapes.js'
import { defineRequests } from './definition.js'

/** DAP: from the first request of a client to the last. */
export const lifecycleRequests = defineRequests({
  initialize: {
    effect: 'configure',
    params: z.looseObject({
      adapterID: z.string(),
      clientID: z.string().optional(),
      linesStartAt1: z.boolean().optional(),
      columnsStartAt1: z.boolean().optional(),
      pathFormat: z.string().optional(),
    }),
    result: z.looseObject({}).optional(),
  },
  launch: { effect: 'start', params: z.looseObject({ noDebug: z.boolean().optional() }), result: nothing },
  attach: { effect: 'start', params: z.looseObject({}), result: nothing },
  // The program begins to run.
  configurationDone: { effect: 'move', params: z.looseObject({}).optional(), result: nothing },
  restart: { effect: 'restart', params: z.looseObject({}).optional(), result: nothing },
  disconnect: {
    effect: 'end',
    params: z
      .object({
        restart: z.boolean().optional(),
        terminateDebuggee: z.boolean().optional(),
        suspendDebuggee: z.boolean().optional(),
      })
      .optional(),
    result: nothing,
  },
  terminate: { effect: 'end', params: z.object({ restart: z.boolean().optional() }).optional(), result: nothing },
  cancel: {
    effect: 'cancel',
    params: z.object({ requestId: z.int().optional(), progressId: z.string().optional() }).optional(),
    result: nothing,
  },
})
