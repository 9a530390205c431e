import { surface, toolError, type SessionEvent } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { documentedFailure, failureText } from '../call/dap-failure.js'
import { implementFitting } from '../digest/implement-fitting.js'
import { demandStop } from '../execution/move.js'
import { followed } from '../sources/follow-text.js'
import { startResult } from './start-result.js'

/** In ms. How long the adapter may take to tell which process it runs now. Some never tell. */
const PROCESS_MS = 5000

export const debugRestart = implementFitting(surface.debug_restart, async (params, call) => {
  const on = call.on(params.session_id)
  demandStop(on, params.expected_stop_id, undefined)
  const sinceSeq = on.session.lastSeq()
  on.session.digests.runBegins(on.session.output(Number.MAX_SAFE_INTEGER).next)
  await restart(on, await movedBreakpoints(on))
  await untilIdentified(on, sinceSeq)
  return startResult(on, { ...params, sinceSeq })
})

/** What has ended the session instead is why the program was not started again. */
async function restart({ session, call }: SessionCall, args: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await session.request('restart', args, call.rest())
  if (answer.success) return
  const isOver = answer.error?.variables?.['type'] === 'SESSION_ENDED'
  const documented = isOver ? undefined : documentedFailure(session, answer, args)
  throw documented ?? toolError('LAUNCH_FAILED', { reason: failureText(answer), adapter: session.adapter.id })
}

/** Files were perhaps edited since the breakpoints were set: where their lines are now. */
async function movedBreakpoints({ view, call }: SessionCall) {
  const rows = await Promise.all(
    view.breakpoints.map(async (one) => {
      const now = one.owner === undefined ? await followed(one) : undefined
      return now === undefined ? [] : [{ id: one.id, text: one.text, ...now }]
    }),
  )
  const moved = rows.flat()
  for (const { id, text: _text, ...now } of moved) call.context.sessions.workspace.follow(id, now)
  return moved.length === 0 ? {} : { dapplexBreakpoints: moved }
}

async function untilIdentified(on: SessionCall, sinceSeq: number): Promise<void> {
  const isTold = ({ kind }: SessionEvent) => kind === 'process' || kind === 'exited' || kind === 'stopped'
  const { timeoutMs, ...rest } = on.call.rest()
  await on.session.waitFor(isTold, { ...rest, timeoutMs: Math.min(timeoutMs, PROCESS_MS), sinceSeq })
}
