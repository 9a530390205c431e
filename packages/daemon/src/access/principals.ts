import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Role } from '@dapplex/protocol'
import { z } from 'zod'
import { writePrivateFile } from '../state/private-file.js'

/** A registered client. Its token is shown once, when it is created; only its SHA-256 is stored. */
const registered = z.strictObject({
  name: z.string(),
  role: z.enum(['observer', 'operator', 'owner']),
  sha256: z.string(),
  added: z.string(),
})
const principalFile = z.strictObject({ principals: z.array(registered) })
export type RegisteredPrincipal = z.infer<typeof registered>

/** The owner of a token, and its role. */
export interface Principal {
  readonly name: string
  readonly role: Role
}

export const ROLES: readonly Role[] = ['observer', 'operator', 'owner']
const NAME = /^[\w.@-]{1,64}$/

/**
 * The registered principals of a state folder, `principals.json`; none when there is no file.
 * @throws Error naming the file when it is there and not one of these
 */
export function readPrincipals(path: string): readonly RegisteredPrincipal[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const parsed = principalFile.safeParse(parseJson(text))
  if (parsed.success) return parsed.data.principals
  throw new Error(`${path} is not a list of principals; remove it and add them again with "dapplex token add"`)
}

/**
 * Registers a principal and gives its token: 256 random bits, base64url.
 * @throws Error for a name that is already used or not valid
 */
export function addPrincipal(path: string, { name, role }: Principal): string {
  if (!NAME.test(name))
    throw new Error(`"${name}" is not a valid name: use 1 to 64 letters, digits, ".", "_", "@" or "-"`)
  const known = readPrincipals(path)
  if (known.some((one) => one.name === name)) throw new Error(`${name} already has a token; remove it first`)
  const token = randomBytes(32).toString('base64url')
  write(path, [...known, { name, role, sha256: hash(token).toString('hex'), added: new Date().toISOString() }])
  return token
}

/** Removes a principal's token; later connections with it are refused. False when no principal has that name. */
export function removePrincipal(path: string, name: string): boolean {
  const known = readPrincipals(path)
  const left = known.filter((one) => one.name !== name)
  if (left.length === known.length) return false
  write(path, left)
  return true
}

/** The principal of a token. It compares every entry in constant time, so the duration reveals nothing. */
export function principalOf(token: string, principals: readonly RegisteredPrincipal[]): Principal | undefined {
  const given = hash(token)
  let found: Principal | undefined
  for (const { name, role, sha256 } of principals) {
    const kept = Buffer.from(sha256, 'hex')
    if (kept.byteLength === given.byteLength && timingSafeEqual(kept, given)) found = { name, role }
  }
  return found
}

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
