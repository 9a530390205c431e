import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { takeInstanceLock } from './instance-lock.js'
import { processStart } from './process-identity.js'

describe('the lock of a state folder', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'dapplex-lock-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is held by one at a time and can be taken again after its release', () => {
    const path = join(folder, 'daemon.lock')
    const first = takeInstanceLock(path)
    expect(first.kind).toBe('taken')
    expect(takeInstanceLock(path)).toMatchObject({ kind: 'held', by: { pid: process.pid } })
    if (first.kind === 'taken') first.release()
    expect(takeInstanceLock(path).kind).toBe('taken')
  })

  test.each([
    { why: 'its process is gone', text: JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }) },
    { why: 'its pid belongs to a later process now', text: JSON.stringify({ pid: process.pid, started: 'earlier' }) },
    { why: 'it was cut off while it was written', text: '{"pid":' },
  ])('is taken from a dead holder: $why', ({ text }) => {
    const path = join(folder, 'daemon.lock')
    writeFileSync(path, text)
    expect(takeInstanceLock(path).kind).toBe('taken')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ pid: process.pid, started: processStart(process.pid) })
  })
})
