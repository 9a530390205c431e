import { failureBody } from '../../state/contract/failure.js'
import type { RunOutcome } from '../../state/contract/input.js'
import type { Session } from '../../state/session.js'
import { closeReverse } from './reverse.js'

/** The runtime has run a command for the adapter, or could not (mux 13). */
export function commandRan(session: Session, run: number, outcome: RunOutcome): void {
  if (outcome.kind === 'failed') {
    const text = `the command could not be run: ${outcome.why}`
    closeReverse(session, run, { success: false, ...failureBody({ type: 'NOBODY_CAN', text }) })
    return
  }
  const { kind: _kind, ...body } = outcome
  closeReverse(session, run, { success: true, body })
}
