import { z } from 'zod'
import { ANNOTATIONS, defineTool } from './definition.js'
import { digestParams, sessionId } from '../shapes/parameters.js'
import { digestFields, exceptionSummary, location } from '../shapes/rows.js'
import { waitingThread } from './types.js'

/** The rows have the stacks, and who waits for a stop gets what the program has written. */
const { output: _output, stack: _stack, ...shown } = digestFields

export const snapshotGet = defineTool({
  name: 'snapshot_get',
  group: 'inspection',
  title: 'All threads at once',
  description:
    'Read all threads of the stopped program, who waits for whom, and the values of the thread that stopped.',
  notes:
    'Threads with equal stacks are one row, the current thread in the first. waiting tells what a thread waits for, and held_by who holds it, where that can be known; nothing is said where it is not. deadlocks lists the threads that wait for each other in a circle. debug_pause stops a running program first.',
  params: z.strictObject({ session_id: sessionId, ...digestParams }),
  result: z.strictObject({
    threads: z.int().describe('How many threads there are'),
    groups: z.array(
      z.strictObject({
        count: z.int(),
        thread_ids: z.array(z.int()).describe('At most 20'),
        name: z.string().describe('Of the first of them'),
        state: z.enum(['running', 'stopped']),
        waits_for: z.string().optional(),
        stack: z.array(z.string()).describe("The first frames of the program's own code: function file:line"),
      }),
    ),
    waiting: z
      .array(
        waitingThread
          .omit({ thread_id: true, location: true })
          .extend({ count: z.int(), thread_ids: z.array(z.int()) }),
      )
      .optional()
      .describe('The threads that are known to wait; those that wait alike are one row'),
    deadlocks: z.array(z.array(z.int())).optional().describe('Threads that wait for each other in a circle'),
    hidden_threads: z.int().optional().describe('Threads that are in no row'),
    hidden_waits: z.int().optional().describe('Rows of waiting that are left out'),
    stop_id: z.int().optional(),
    reason: z.string().optional().describe('Why it stopped (DAP)'),
    thread_id: z.int().optional().describe('The thread whose values are shown'),
    location: location.optional(),
    exception: exceptionSummary.optional(),
    ...shown,
  }),
  errors: ['NOT_PAUSED', 'STACKTRACE_FAILED', 'TIMEOUT'],
  annotations: ANNOTATIONS.reads,
  role: 'observer',
  session: 'live',
  aliases: {},
  timeoutMs: 30_000,
  examples: [{ why: 'why does nothing happen?', params: {} }],
})
