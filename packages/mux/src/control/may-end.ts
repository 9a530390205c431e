import type { Client } from '../client/client.js'
import type { Session } from '../session.js'
import { leaseAt } from './control.js'

/** Whether a client may end the program for everybody: its launcher, an owner, or who has control (mux 11). */
export function mayEndProgram(session: Session, client: Client): boolean {
  const { role } = client.profile
  if (role === 'observer') return false
  if (role === 'owner' || session.lifecycle.launch?.client === client.id) return true
  return leaseAt(session.control, session.now)?.holder.principal === client.actor.principal
}
