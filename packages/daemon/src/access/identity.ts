import { userInfo } from 'node:os'
import type { ClientKind, Role } from '@dapplex/protocol'
import type { Presence } from '@dapplex/mux'
import type { Principal } from './principals.js'

/** Who a connection belongs to, once the front door has accepted it. */
export interface Identity {
  readonly principal: string
  readonly name: string
  readonly kind: Exclude<ClientKind, 'surface'>
  readonly role: Role
  readonly presence: Presence
  /** Its working folder, where it told it. */
  readonly folder?: string
}

const LONGEST_NAME = 64

/** What a connection says of itself. Its name is given by who set it up (`named`), or is what the program calls itself. */
export type Introduction = Pick<Identity, 'name' | 'kind' | 'presence' | 'folder'>

/** A connection of a principal, under the name that it gives itself (surface, "Who is who"). */
export function identityOf(principal: Principal, { name, ...more }: Introduction): Identity {
  return { ...more, principal: principal.name, name: cleanName(name), role: principal.role }
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
export function cleanName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}
