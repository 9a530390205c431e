import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../state/logger.js'
import { breakpointFile } from './breakpoint-file.js'
import { WorkspaceBreakpointTable } from './breakpoint-table.js'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dapplex-kept-'))))
afterEach(() => rmSync(folder, { recursive: true }))
const path = () => join(folder, 'breakpoints.json')
const table = () =>
  new WorkspaceBreakpointTable(
    breakpointFile(
      path(),
      openLog(join(folder, 'log'), 'silent', (value) => value),
    ),
  )
const exception = { type: 'ValueError', firstChance: true, secondChance: false, subtypes: true }

describe('breakpoints kept for the workspace', () => {
  test('outlive the daemon, with their ids, in a private file', () => {
    const first = table()
    first.add({ path: '/a.py', line: 3, condition: 'x' })
    const { id } = first.add({ function: 'main' })
    first.enable(id, false)
    first.add({ exception })
    first.remove(first.add({ filter: 'raised' }).id)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    const second = table()
    expect(second.specs()).toEqual(first.specs())
    expect(second.list()).toMatchObject([
      { id: 1, what: 'source', enabled: true, verified: false },
      { id: 2, what: 'function', enabled: false },
      { id: 3, what: 'exception', exception },
    ])
    expect(second.add({ path: '/b.py', line: 1 }).id).toBe(4)
  })

  test('a file that cannot be read is put aside', () => {
    writeFileSync(path(), '{"breakpoints": [{"id": "one"}]}')
    expect(table().list()).toEqual([])
    expect(readFileSync(`${path()}.broken`, 'utf8')).toContain('one')
  })
})
