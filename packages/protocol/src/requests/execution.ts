import { z } from 'zod'
import { nothing, source, stepping, thread } from './dap-shapes.js'
import { defineRequests } from './definition.js'

/** DAP: moving the program. */
export const executionRequests = defineRequests({
  continue: {
    effect: 'move',
    params: thread.extend({ singleThread: z.boolean().optional() }),
    result: z.object({ allThreadsContinued: z.boolean().optional() }).optional(),
  },
  next: { effect: 'move', params: stepping, result: nothing },
  stepIn: { effect: 'move', params: stepping.extend({ targetId: z.int().optional() }), result: nothing },
  stepOut: { effect: 'move', params: stepping, result: nothing },
  stepBack: { effect: 'move', flag: 'supportsStepBack', params: stepping, result: nothing },
  reverseContinue: {
    effect: 'move',
    flag: 'supportsStepBack',
    params: thread.extend({ singleThread: z.boolean().optional() }),
    result: nothing,
  },
  restartFrame: {
    effect: 'move',
    flag: 'supportsRestartFrame',
    params: z.object({ frameId: z.int() }),
    result: nothing,
  },
  goto: {
    effect: 'move',
    flag: 'supportsGotoTargetsRequest',
    params: thread.extend({ targetId: z.int() }),
    result: nothing,
  },
  pause: { effect: 'pause', params: thread, result: nothing },
  terminateThreads: {
    effect: 'write',
    flag: 'supportsTerminateThreadsRequest',
    params: z.object({ threadIds: z.array(z.int()).optional() }),
    result: nothing,
  },
  stepInTargets: {
    effect: 'read',
    flag: 'supportsStepInTargetsRequest',
    params: z.object({ frameId: z.int() }),
    result: z.object({ targets: z.array(z.looseObject({ id: z.int(), label: z.string() })) }),
  },
  gotoTargets: {
    effect: 'read',
    flag: 'supportsGotoTargetsRequest',
    params: z.looseObject({ source, line: z.int(), column: z.int().optional() }),
    result: z.object({ targets: z.array(z.looseObject({ id: z.int(), label: z.string(), line: z.int() })) }),
  },
})
