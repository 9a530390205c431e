import { surface, toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import { failureText } from '../dap/failure.js'
import { showStop } from '../stop/describe-stop.js'
import { currentThread, notPaused, pausedThread } from '../stop/paused-thread.js'
import { demandThread, readThreads } from '../stop/threads.js'
import { waitForStop } from '../stop/wait-for-stop.js'
import { demandStop, move, report } from './move.js'

export const debugContinue = implement(surface.debug_continue, async (params, call) => {
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  return move(on, { command: 'continue', threadId, wait: params.wait, expectedStopId: expectedOf(on, params) })
})

const COMMANDS = { over: 'next', into: 'stepIn', out: 'stepOut' } as const

export const debugStep = implement(surface.debug_step, async (params, call) => {
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  return move(on, {
    command: COMMANDS[params.action],
    threadId,
    wait: params.wait,
    expectedStopId: expectedOf(on, params),
  })
})

/** Where threads stop one by one, the number of the latest stop says nothing about this thread. */
const expectedOf = (on: SessionCall, wish: { readonly expected_stop_id?: number | undefined }) =>
  on.traits.stops === 'all' ? wish.expected_stop_id : undefined

async function threadToMove(
  on: SessionCall,
  wish: { readonly thread_id?: number | undefined; readonly expected_stop_id?: number | undefined },
): Promise<number> {
  if (wish.thread_id !== undefined) await demandThread(on, wish.thread_id)
  demandStop(on, wish.expected_stop_id, wish.thread_id)
  return pausedThread(on, wish.thread_id)
}

export const debugPause = implement(surface.debug_pause, async (params, call) => {
  const on = call.on(params.session_id)
  const { thread_id: asked } = params
  if (asked !== undefined) await demandThread(on, asked)
  const { phase, stop } = on.view
  if (phase === 'ended') throw notPaused(on, undefined)
  if (phase === 'stopped' && stop !== undefined && (asked === undefined || on.traits.stops === 'all'))
    return report(on, await showStop(on, stop))
  const sinceSeq = on.session.lastSeq()
  const threadId = asked ?? currentThread(on) ?? (await readThreads(on))[0]?.id ?? 0
  const answer = await on.send('pause', { threadId })
  if (!answer.success) throw toolError('STEP_FAILED', { command: 'pause', reason: failureText(answer) })
  return report(on, await waitForStop(on, { sinceSeq }))
})
