import type { Client } from '../../state/clients/client.js'
import { displayName } from '../../state/clients/same-client.js'
import type { ClientId, ClientProfile } from '../../state/contract/input.js'
import { holderOf, leaseAt } from '../../state/control.js'
import type { Session } from '../../state/session.js'

type Introduced = Pick<Client, 'profile' | 'actor' | 'givenName'>

/** A client as the others see it, under a name that no other client has (mux 18). */
export function introduced(session: Session, id: ClientId, profile: ClientProfile): Introduced {
  const { name: givenName, principal, kind } = profile
  const actor = { client: id, name: givenName, principal, kind }
  if (kind === 'surface') return { profile, actor, givenName }
  const present = [...session.clients.values()].filter(({ stage }) => stage !== 'left')
  const lease = leaseAt(session.control, session.now)
  const known = lease === undefined ? present : [...present, holderOf(lease)]
  const others = known.filter((other) => other.actor.client !== id)
  const name = displayName({ actor, profile, givenName }, others)
  return { profile: { ...profile, name }, actor: { ...actor, name }, givenName }
}

/** `dapplexName` of a launch or attach: a client that has already connected names itself. */
export function rename(session: Session, client: Client, name: string): void {
  if (client.profile.presence !== 'connection' && client.givenName === name) return
  const profile: ClientProfile = { ...client.profile, name, presence: 'named' }
  Object.assign(client, introduced(session, client.id, profile))
}
