import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.js'

const root = mkdtempSync(join(tmpdir(), 'dapplex-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

test('makes the folder and those above it, for this user alone; one that is there is left as it is', () => {
  const folder = join(root, 'a', 'b')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a file in the way, and a place that takes no folder, are told with what to do', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file', 'home'))).toThrow(/cannot be made .*set DAPPLEX_HOME/)
  expect(() => makeFolder('/proc/nope/home')).toThrow(/the folder \/proc\/nope cannot be made/)
})
