import type { Actor } from '@dapplex/protocol'
import type { ClientProfile } from '../contract/input.js'

/** Somebody in a session, or who holds control of it. */
export interface Person {
  /** As the others see it. */
  readonly actor: Actor
  readonly profile: Pick<ClientProfile, 'presence'>
  /** The name that it came with. Another client may have had it already: then `actor.name` is another one. */
  readonly givenName: string
}

/**
 * Whether two connections are one client (mux 19): the same connection, or two of one principal that gave themselves the same
 * name. A name that a program gives itself (`clientInfo`, `clientName`) does not count: all its copies have it.
 */
export function isSameClient(one: Person, other: Person): boolean {
  if (one.actor.client === other.actor.client) return true
  if (one.profile.presence === 'connection' || other.profile.presence === 'connection') return false
  const [a, b] = [one.actor, other.actor]
  return a.principal === b.principal && a.kind === b.kind && one.givenName === other.givenName
}

/**
 * The name that others see: the client's own, with a number behind it while another client has that name (mux 18). All
 * connections of one client have one name.
 */
export function displayName(wanted: Person, others: readonly Person[]): string {
  const twin = others.find((other) => isSameClient(wanted, other))
  if (twin !== undefined) return twin.actor.name
  const taken = new Set(others.map(({ actor }) => actor.name))
  let shown = wanted.givenName
  for (let number = 2; taken.has(shown); number += 1) shown = `${wanted.givenName} ${number}`
  return shown
}
