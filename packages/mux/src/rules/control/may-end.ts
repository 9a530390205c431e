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
