import { record } from '../../outbox/record.js'
import { phaseOf } from '../../state/lifecycle.js'
import type { Session } from '../../state/session.js'
import type { LifecycleEvent } from './state-table.js'
import { stateAfter } from './state-table.js'

/** Moves the session to the state after `event`, and records the phase where it is another. */
export function changeState(session: Session, event: LifecycleEvent): void {
  const { lifecycle } = session
  const before = phaseOf(lifecycle.state)
  lifecycle.state = stateAfter(lifecycle.state, event)
  const phase = phaseOf(lifecycle.state)
  if (phase !== before) record(session, { kind: 'phase', phase })
}
