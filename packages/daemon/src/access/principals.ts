import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Role } from '@dapplex/protocol'
import { z } from 'zod'
import { readGuarded, writePrivateFile } from '../state/private-file.js'

/** A registered client. Its token is shown once, when it is created; only its SHA-256 is stored. */
const registered = z.strictObject({
  name: z.string(),
  role: z.enum(['observer', 'operator', 'owner']),
  sha256: z.string(),
  added: z.string(),
  /** When its token ends, ISO 8601; absent: never. */
  expires: z.iso.datetime().optional(),
})
const principalFile = z.strictObject({ principals: z.array(registered) })
export type RegisteredPrincipal = z.infer<typeof registered>

/** The owner of a token, and its role. */
export interface Principal {
  readonly name: string
  readonly role: Role
}

export interface NewPrincipal extends Principal {
  readonly expires?: Date
}

export const ROLES: readonly Role[] = ['observer', 'operator', 'owner']
const NAME = /^[\w.@-]{1,64}$/

/**
 * The registered principals of a state folder, `principals.json`; none when there is no file.
 * @throws Error naming the file when it is there and not one of these, or when others could have written it
 */
export function readPrincipals(path: string): readonly RegisteredPrincipal[] {
  const file = readGuarded(path)
  if (file === undefined) return []
  const remedy = 'remove it and add them again with "dapplex token add"'
  if (file.exposure === 'foreign' || file.exposure === 'writable')
    throw new Error(`others than you can write ${path}, and so give tokens to anybody; ${remedy}`)
  const parsed = principalFile.safeParse(parseJson(file.text))
  if (parsed.success) return parsed.data.principals
  throw new Error(`${path} is not a list of principals; ${remedy}`)
}

/**
 * Registers a principal and gives its token: 256 random bits, base64url.
 * @throws Error for a name that is already used or not valid
 */
export function addPrincipal(path: string, { name, role, expires }: NewPrincipal): string {
  if (!NAME.test(name))
    throw new Error(`"${name}" is not a valid name: use 1 to 64 letters, digits, ".", "_", "@" or "-"`)
  const known = readPrincipals(path)
  if (known.some((one) => one.name === name)) throw new Error(`${name} already has a token; remove it first`)
  const token = randomBytes(32).toString('base64url')
  const ends = expires === undefined ? {} : { expires: expires.toISOString() }
  const sha256 = hash(token).toString('hex')
  write(path, [...known, { name, role, sha256, added: new Date().toISOString(), ...ends }])
  return token
}

/**
 * Removes a principal's token: it opens no connection any more, and a running daemon closes those that it has opened. False when
 * no principal has that name.
 */
export function removePrincipal(path: string, name: string): boolean {
  const known = readPrincipals(path)
  const left = known.filter((one) => one.name !== name)
  if (left.length === known.length) return false
  write(path, left)
  return true
}

/** The entry of a token, expired or not. It compares every entry in constant time, so the duration reveals nothing. */
export function entryOf(token: string, principals: readonly RegisteredPrincipal[]): RegisteredPrincipal | undefined {
  const given = hash(token)
  let found: RegisteredPrincipal | undefined
  for (const principal of principals) {
    const kept = Buffer.from(principal.sha256, 'hex')
    if (kept.byteLength === given.byteLength && timingSafeEqual(kept, given)) found = principal
  }
  return found
}

export const hasExpired = ({ expires }: Pick<RegisteredPrincipal, 'expires'>, now: number): boolean =>
  expires !== undefined && Date.parse(expires) <= now

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

function write(path: string, principals: readonly RegisteredPrincipal[]): void {
  writePrivateFile(path, `${JSON.stringify({ principals }, null, 2)}\n`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
