import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readGuarded, writePrivateFile } from '../state/private-file.js'

/** Letters of a token: base64url. */
const TOKEN = /^[\w-]{32,}$/

/**
 * The token of this state folder, made at the first start (256 random bits) and kept, 0600. One that others could have read or
 * written is replaced.
 */
export function readOrMakeToken(path: string): string {
  const kept = readToken(path)
  if (kept !== undefined) return kept
  const token = randomBytes(32).toString('base64url')
  writePrivateFile(path, `${token}\n`)
  return token
}

/** The token that clients on TCP need; undefined before the first start of a daemon. */
export function readToken(path: string): string | undefined {
  try {
    const file = readGuarded(path)
    const text = file?.text.trim() ?? ''
    return file?.exposure === 'private' && TOKEN.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** Takes the same time for all texts: both are hashed first, so not even their lengths show. */
export function isSameToken(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
