import { z } from 'zod'
import { condition, nothing } from './dap-shapes.js'
import { defineRequests } from './definition.js'

const exception = z.object({
  type: z.string(),
  firstChance: z.boolean(),
  secondChance: z.boolean(),
  subtypes: z.boolean(),
})
/** `BreakpointView` as the core prints it. */
export const breakpointView = z.looseObject({
  id: z.int(),
  what: z.enum(['source', 'function', 'exception', 'data', 'instruction']),
  enabled: z.boolean(),
  verified: z.boolean(),
  hits: z.int(),
  path: z.string().optional(),
  line: z.int().optional(),
})

/** dapplex, answered by the front door and the core: the session and its own breakpoints. */
export const sessionRequests = defineRequests({
  dapplex_hello: {
    effect: 'arrange',
    asker: 'a client that speaks DAP, before initialize',
    params: z.object({
      token: z.string().optional(),
      adapter: z.string().optional(),
      session: z.string().optional(),
      name: z.string().optional(),
      cwd: z.string().optional(),
      tellSession: z.boolean().optional(),
    }),
    result: z.object({ version: z.string() }),
  },
  dapplex_state: {
    effect: 'read',
    asker: 'the daemon, so that a caller becomes a client of the session',
    params: z.looseObject({}),
    result: z.looseObject({ phase: z.string() }),
  },
  dapplex_breakpointAdd: {
    effect: 'breakpoints',
    params: z.object({
      id: z.int().optional(),
      path: z.string().optional(),
      line: z.int().optional(),
      column: z.int().optional(),
      function: z.string().optional(),
      filter: z.string().optional(),
      exception: exception.optional(),
      dataId: z.string().optional(),
      accessType: z.string().optional(),
      expression: z.string().optional(),
      canPersist: z.boolean().optional(),
      ...condition,
      logMessage: z.string().optional(),
      text: z.string().optional(),
      movedFrom: z.int().optional(),
      stale: z.literal(true).optional(),
      temporary: z.boolean().optional(),
      implicit: z.boolean().optional(),
      enabled: z.boolean().optional(),
      by: z.int().optional(),
    }),
    result: z.object({ breakpoint: breakpointView }),
  },
  dapplex_breakpointRemove: { effect: 'breakpoints', params: z.object({ id: z.int() }), result: nothing },
  dapplex_breakpointEnable: {
    effect: 'breakpoints',
    params: z.object({ id: z.int(), enabled: z.boolean() }),
    result: z.object({ breakpoint: breakpointView }),
  },
})
