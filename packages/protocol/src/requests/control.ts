import { z } from 'zod'
import { defineRequests } from './definition.js'

/** An `Actor` as the core prints it. */
export const actor = z.object({
  client: z.int(),
  name: z.string(),
  principal: z.string(),
  kind: z.enum(['editor', 'terminal', 'agent', 'surface']),
})
const control = z.object({
  mode: z.enum(['shared', 'exclusive']),
  holder: actor.optional(),
  until: z.number().optional(),
  reason: z.string().optional(),
})
const none = z.looseObject({})

/** dapplex, answered by the core: who may move the program (mux 19). */
export const controlRequests = defineRequests({
  dapplex_controlAcquire: {
    effect: 'arrange',
    params: z.object({ leaseMs: z.number().optional(), reason: z.string().optional() }),
    result: control,
  },
  dapplex_controlRelease: { effect: 'arrange', params: none, result: control },
  dapplex_controlStatus: {
    effect: 'read',
    asker: 'a terminal or an agent that sends DAP itself (dap_request)',
    params: none,
    result: control,
  },
})
