import { userInfo } from 'node:os'
import type { ClientKind, Role } from '@dapplex/protocol'

/** Who is at the other end of a connection, once the front door has let it in. */
export interface Identity {
  readonly principal: string
  readonly name: string
  readonly kind: Exclude<ClientKind, 'surface'>
  readonly role: Role
}

const LONGEST_NAME = 64

/**
 * The identity of a client that has shown the local user's token, or came over the socket that only this user can open:
 * the owner (surface, "Who is who").
 */
export function localIdentity(kind: Identity['kind'], name: string): Identity {
  return { principal: localPrincipal(), name: cleanName(name), kind, role: 'owner' }
}

export function localPrincipal(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a uid that has no entry in the user database.
    return `uid-${process.getuid?.() ?? 0}`
  }
}

/** A name as others see it: one line, at most 64 characters. */
function cleanName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}
