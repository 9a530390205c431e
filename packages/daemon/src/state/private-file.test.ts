import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readOrMakeToken } from '../access/token.js'
import { readPrincipals } from '../access/principals.js'
import { readGuarded, writePrivateFile } from './private-file.js'
import { makeStateFolders, statePaths } from './state-folder.js'

/** The system's own account for nobody. */
const STRANGER = 65_534

let home: string
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'dapplex-private-'))))
afterEach(() => rmSync(home, { recursive: true }))
const at = (name: string) => join(home, name)

describe('a file of this user alone', () => {
  test('takes the place of a link, and what the link named stays as it is', () => {
    writeFileSync(at('other'), 'mine')
    symlinkSync(at('other'), at('token'))
    writePrivateFile(at('token'), 'secret')
    expect(lstatSync(at('token')).isSymbolicLink()).toBe(false)
    expect(readFileSync(at('other'), 'utf8')).toBe('mine')
    expect(statSync(at('token')).mode & 0o777).toBe(0o600)
  })

  test.each([
    { mode: 0o600, exposure: 'private' },
    { mode: 0o640, exposure: 'readable' },
    { mode: 0o620, exposure: 'writable' },
    { mode: 0o606, exposure: 'writable' },
  ])('mode $mode: $exposure', ({ mode, exposure }) => {
    writeFileSync(at('file'), 'text')
    chmodSync(at('file'), mode)
    expect(readGuarded(at('file'))).toEqual({ text: 'text', exposure })
  })

  test('a token that others could read is replaced; who read it has nothing', () => {
    const first = readOrMakeToken(at('token'))
    chmodSync(at('token'), 0o644)
    const second = readOrMakeToken(at('token'))
    expect(second).not.toBe(first)
    expect(readOrMakeToken(at('token'))).toBe(second)
  })

  test('a list of tokens that others could write gives nobody a token', () => {
    writeFileSync(at('principals.json'), '{"principals": []}')
    chmodSync(at('principals.json'), 0o666)
    expect(() => readPrincipals(at('principals.json'))).toThrow(/others than you can write .*principals\.json/)
  })
})

describe('what another account has put into the state folder while it was open', () => {
  const names = ['token', 'daemon.json', 'principals.json', 'log/daemon.log', 'sessions/s1.ndjson']
  test.for(names)('%s, a file or a link: no daemon begins, and the error names it', (name, { skip }) => {
    skip(process.geteuid?.() !== 0, 'only root can give a file to another account')
    const paths = statePaths(at('state'))
    makeStateFolders(paths)
    mkdirSync(paths.sessions)
    writeFileSync(at('mine'), 'mine')
    const path = join(paths.home, name)
    const refused = `${path} belongs to another user (uid ${STRANGER}); remove it`
    symlinkSync(at('mine'), path)
    lchownSync(path, STRANGER, STRANGER)
    expect(() => makeStateFolders(paths)).toThrow(refused)
    rmSync(path)
    writeFileSync(path, '')
    lchownSync(path, STRANGER, STRANGER)
    expect(() => makeStateFolders(paths)).toThrow(refused)
    rmSync(path)
    makeStateFolders(paths)
    expect(readFileSync(at('mine'), 'utf8')).toBe('mine')
  })
})
