import { z } from 'zod'
import { nothing } from './dap-shapes.js'
import { defineRequests } from './definition.js'
import { breakpointView } from './session.js'

/** The next stop of a job, or its end. */
const jobStep = z.object({
  state: z.enum(['stopped', 'ended']),
  /** Of a stop (DAP, "stopped"). */
  threadId: z.int().optional(),
  reason: z.string().optional(),
  description: z.string().optional(),
  text: z.string().optional(),
  /** Breakpoints of the job that were hit. */
  breakpoints: z.array(z.int()).optional(),
  /** Why the job has ended. */
  why: z.enum(['done', 'stopped', 'exited', 'paused', 'control', 'timeout', 'cancelled', 'ownerLeft']).optional(),
})

/**
 * dapplex, answered by the core: one client moves the program alone, and the others take it for running (docs/rules.md, "Jobs").
 * Its owner is answered at each stop.
 */
export const jobRequests = defineRequests({
  dapplex_jobBegin: {
    effect: 'move',
    params: z.object({ tool: z.string(), timeoutMs: z.int(), expectedStopId: z.int().optional() }),
    result: z.object({ found: z.enum(['running', 'stopped']), threadId: z.int().optional() }),
  },
  dapplex_jobMove: {
    effect: 'move',
    params: z.object({
      command: z.enum(['continue', 'next', 'stepIn', 'stepOut']),
      threadId: z.int().optional(),
      /** Where the callers stand: a step that returns there reaches no breakpoint. */
      returnsTo: z.array(z.looseObject({ path: z.string().optional(), line: z.int().optional() })).optional(),
    }),
    result: jobStep,
  },
  dapplex_jobWait: { effect: 'arrange', params: z.looseObject({}), result: jobStep },
  dapplex_jobBreakpoint: {
    effect: 'breakpoints',
    params: z.object({
      path: z.string().optional(),
      line: z.int().optional(),
      column: z.int().optional(),
      function: z.string().optional(),
      filter: z.string().optional(),
      dataId: z.string().optional(),
      accessType: z.string().optional(),
      condition: z.string().optional(),
      hitCondition: z.string().optional(),
    }),
    result: z.object({ breakpoint: breakpointView }),
  },
  dapplex_jobBreakpointRemove: { effect: 'breakpoints', params: z.object({ id: z.int() }), result: nothing },
  dapplex_jobEnd: {
    effect: 'move',
    params: z.object({ here: z.boolean().optional(), description: z.string().optional() }),
    result: nothing,
  },
})
