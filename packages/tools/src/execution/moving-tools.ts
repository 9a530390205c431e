import { surface, toolError } from '@dapplex/protocol'
import { failureText } from '../call/dap-failure.js'
import { describeStop } from '../digest/describe-stop.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { waitForStop } from '../digest/wait-for-stop.js'
import { currentThread, notPaused } from '../stop/paused-thread.js'
import { demandThread, readThreads } from '../stop/threads.js'
import { demandLatestStop, move, report } from './move.js'
import { expectedOf, threadToMove } from './thread-to-move.js'

export const debugContinue = implementFitting(surface.debug_continue, async (params, call) => {
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  const { wait, detail, reverse } = params
  const command = reverse ? 'reverseContinue' : 'continue'
  return move(on, { command, threadId, wait, detail, expectedStopId: expectedOf(on, params) })
})

const COMMANDS = { over: 'next', into: 'stepIn', out: 'stepOut', back: 'stepBack' } as const

export const debugStep = implementFitting(surface.debug_step, async (params, call) => {
  const on = call.on(params.session_id)
  const threadId = await threadToMove(on, params)
  return move(on, {
    command: COMMANDS[params.action],
    threadId,
    wait: params.wait,
    detail: params.detail,
    expectedStopId: expectedOf(on, params),
  })
})

export const debugPause = implementFitting(surface.debug_pause, async (params, call) => {
  const on = call.on(params.session_id)
  const { thread_id: asked, detail } = params
  if (asked !== undefined) await demandThread(on, asked)
  demandLatestStop(on, params.expected_stop_id)
  const { phase, stop, withoutDebugging } = on.view
  if (phase === 'ended' || withoutDebugging === true) throw notPaused(on, undefined)
  if (phase === 'stopped' && stop !== undefined && (asked === undefined || on.traits.stops === 'all'))
    return report(on, await describeStop(on, stop, detail))
  const sinceSeq = on.session.lastSeq()
  const threadId = asked ?? currentThread(on) ?? (await readThreads(on))[0]?.id ?? 0
  const answer = await on.send('pause', { threadId })
  if (!answer.success) throw toolError('STEP_FAILED', { command: 'pause', reason: failureText(answer) })
  return report(on, await waitForStop(on, { sinceSeq, detail }))
})
