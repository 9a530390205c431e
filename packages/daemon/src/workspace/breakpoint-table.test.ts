import { firstOf } from '@dapplex/testkit'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../state/logger.js'
import { breakpointFile } from './breakpoint-file.js'
import { WorkspaceBreakpointTable } from './breakpoint-table.js'
import { CallerBreakpoints } from './caller-breakpoints.js'

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
    first.add({ path: '/a/x.py', line: 3, condition: 'x' }, '/a')
    const { id } = first.add({ function: 'main' }, '/a')
    first.enable(id, false)
    first.add({ exception }, '/a')
    first.remove(first.add({ filter: 'raised' }, '/a').id)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    const second = table()
    expect(second.specsFor('/a')).toEqual(first.specsFor('/a'))
    expect(second.list()).toMatchObject([
      { id: 1, what: 'source', enabled: true, verified: false, workspace: '/a' },
      { id: 2, what: 'function', enabled: false },
      { id: 3, what: 'exception', exception },
    ])
    expect(second.add({ path: '/b.py', line: 1 }, '/').id).toBe(4)
  })

  test('a file that cannot be read is put aside', () => {
    writeFileSync(path(), '{"breakpoints": [{"id": "one"}]}')
    expect(table().list()).toEqual([])
    expect(readFileSync(`${path()}.broken`, 'utf8')).toContain('one')
  })

  test.each([
    { why: 'its own workspace', workspace: '/a', ids: [1, 2, 3, 4] },
    { why: 'another project: none of any kind', workspace: '/b', ids: [] },
    { why: 'a folder whose name begins alike', workspace: '/a/x', ids: [] },
    { why: 'a program above the file', workspace: '/', ids: [1] },
    {
      why: 'an attached program whose folder is not known: only files say whose they are',
      workspace: undefined,
      ids: [1],
    },
  ])('a program of $workspace ($why) gets $ids', ({ workspace, ids }) => {
    const kept = table()
    kept.add({ path: '/a/x.py', line: 3 }, '/a')
    kept.add({ function: 'main' }, '/a')
    kept.add({ filter: 'raised' }, '/a')
    kept.add({ exception }, '/a')
    kept.add({ filter: 'raised' }, undefined)
    expect(kept.specsFor(workspace).map(({ id }) => id)).toEqual(ids)
  })

  test('a file of an older version: breakpoints in files get the workspace of the file, the others are put aside', () => {
    mkdirSync(join(folder, 'project', '.git'), { recursive: true })
    const file = join(folder, 'project', 'src', 'x.py')
    const old = [
      { id: 1, enabled: true, path: file, line: 3 },
      { id: 2, enabled: true, filter: 'raised' },
    ]
    writeFileSync(path(), JSON.stringify({ breakpoints: old }))
    expect(table().list()).toMatchObject([{ id: 1, workspace: join(folder, 'project') }])
    expect(JSON.parse(readFileSync(`${path()}.old`, 'utf8'))).toEqual({ breakpoints: [old[1]] })
  })
})

describe('where a caller sets one', () => {
  const nowhere = () => ({ folder: undefined, unplaced: new Set<number>() })

  test('a caller without a folder: its next program says where its breakpoints belong', () => {
    const kept = table()
    const mine = new CallerBreakpoints(kept, nowhere())
    const theirs = new CallerBreakpoints(kept, nowhere())
    const { id } = mine.add({ filter: 'raised' })
    theirs.place('/b')
    expect(kept.specsFor('/b')).toEqual([])
    expect(theirs.isHere(firstOf(kept.list()))).toBe(false)
    mine.place('/a')
    mine.place('/c')
    expect(kept.specsFor('/a')).toMatchObject([{ id }])
    expect(kept.specsFor('/c')).toEqual([])
  })

  test('the git root of its folder; a file outside of a repository belongs to its own folder', () => {
    mkdirSync(join(folder, 'project', '.git'), { recursive: true })
    const kept = table()
    const mine = new CallerBreakpoints(kept, { folder: join(folder, 'project', 'src'), unplaced: new Set() })
    mine.add({ function: 'main' })
    mine.add({ path: '/elsewhere/x.py', line: 1 })
    expect(kept.list().map(({ workspace }) => workspace)).toEqual([join(folder, 'project'), '/elsewhere'])
    expect(mine.visible().map(({ what }) => what)).toEqual(['function'])
  })
})
