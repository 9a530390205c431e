import { surface, toolError, type SessionEvent } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { implement } from '../call/tool.js'
import { failureText } from '../call/dap-failure.js'
import { demandStop } from '../execution/move.js'
import { startResult } from './start-result.js'

/** In ms. How long the adapter may take to tell which process it runs now. Some never tell. */
const PROCESS_MS = 5000

export const debugRestart = implement(surface.debug_restart, async (params, call) => {
  const on = call.on(params.session_id)
  demandStop(on, params.expected_stop_id, undefined)
  const sinceSeq = on.session.lastSeq()
  const answer = await on.send('restart', {})
  if (!answer.success) throw toolError('LAUNCH_FAILED', { reason: failureText(answer), adapter: on.session.adapter.id })
  await untilIdentified(on, sinceSeq)
  return startResult(on)
})

async function untilIdentified(on: SessionCall, sinceSeq: number): Promise<void> {
  const isTold = ({ kind }: SessionEvent) => kind === 'process' || kind === 'exited' || kind === 'stopped'
  const { timeoutMs, ...rest } = on.call.rest()
  await on.session.waitFor(isTold, { ...rest, timeoutMs: Math.min(timeoutMs, PROCESS_MS), sinceSeq })
}
