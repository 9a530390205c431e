import type { Client } from '../../state/clients/client.js'
import { holds, leaseAt, mayTake } from '../../state/control.js'
import type { Session } from '../../state/session.js'

/**
 * Whether a client may end the program for everybody: its launcher, an owner, or the holder of control may, unless
 * another client's control forbids it (mux 11, 19).
 */
export function mayEndProgram(session: Session, client: Client): boolean {
  const { role } = client.profile
  if (role === 'observer') return false
  const lease = leaseAt(session.control, session.now)
  if (!mayTake(lease, client)) return false
  if (role === 'owner' || session.lifecycle.launch?.client === client.id) return true
  return holds(lease, client)
}

/**
 * Rule: mux 11. An editor that has joined ends nobody else's program by its Stop, which some editors also send when they are closed:
 * only where its configuration says that it may.
 */
export function onlyLeaves(session: Session, client: Client): boolean {
  if (client.onStop !== undefined) return client.onStop === 'leave'
  return client.actor.kind === 'editor' && client.hasStarted && session.lifecycle.launch?.client !== client.id
}
