import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSameToken, readOrMakeToken } from './token.js'

describe('the token', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dapplex-token-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is made once, kept, and only this user may read it', () => {
    const path = join(folder, 'token')
    const token = readOrMakeToken(path)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(readOrMakeToken(path)).toBe(token)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('one that is too short to be safe is replaced', () => {
    const path = join(folder, 'token')
    writeFileSync(path, 'abc\n')
    expect(readOrMakeToken(path)).toMatch(/^[\w-]{43}$/)
  })

  test('is compared whole', () => {
    expect(isSameToken('a'.repeat(43), 'a'.repeat(43))).toBe(true)
    expect(isSameToken('a'.repeat(42), 'a'.repeat(43))).toBe(false)
    expect(isSameToken('', 'a')).toBe(false)
  })
})
