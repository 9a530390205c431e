import type { Client } from '../client/client.js'
import type { Session } from '../session.js'

/** Whether a client may end the program for everybody: its launcher, or an owner (mux 11). */
export function mayEndProgram(session: Session, client: Client): boolean {
  const { role } = client.profile
  if (role === 'observer') return false
  return role === 'owner' || session.lifecycle.launch?.client === client.id
}
