import { toolError } from '@dapplex/protocol'
import type { SessionCall } from '../call/call.js'
import { failureText } from '../call/dap-failure.js'
import { isEnd } from '../digest/wait-for-stop.js'
import type { Moved, Mover } from './find-change.js'

/** Moves a thread step by step, as the caller. */
export function stepper(on: SessionCall): Mover {
  return {
    async move(command, threadId): Promise<Moved> {
      const sinceSeq = on.session.lastSeq()
      const answer = await on.send(command, { threadId })
      if (!answer.success) throw toolError('STEP_FAILED', { command, reason: failureText(answer) })
      const event = await on.session.waitFor((one) => isEnd(one) || one.kind === 'stopped', {
        ...on.call.rest(),
        sinceSeq,
      })
      if (event === undefined) return { kind: 'over', why: 'timeout' }
      if (event.kind !== 'stopped') return { kind: 'over', why: 'exited' }
      return event.reason === 'step' ? { kind: 'stands' } : { kind: 'over', why: 'stopped' }
    },
  }
}
