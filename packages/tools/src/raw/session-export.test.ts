import { Buffer } from 'node:buffer'
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'

const lines = [
  '{"transcript":1}',
  ...Array.from({ length: 40 }, (_none, at) => JSON.stringify({ t: at, m: 'x'.repeat(100) })),
]

test('session_export: all of it, or in parts of whole lines', async () => {
  const daemon = new ScriptedDaemon()
  daemon.open().recorded = { lines, incomplete: 'the journal is limited' }
  expect(await daemon.call('session_export')).toMatchObject({
    format: 'ndjson',
    text: `${lines.join('\n')}\n`,
    lines: 41,
    total_lines: 41,
    incomplete: 'the journal is limited',
  })
  const part = await daemon.call('session_export', { start: 1, max_bytes: 1024 })
  expect(part).toMatchObject({ lines: 8, next: 9, truncated: true })
  expect(part.text.startsWith('{"t":0')).toBe(true)
})

test('session_export of what was recorded: a file of this user alone, whose ending says the form, or the bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-export-'))
  const file = join(folder, 'crash.recording')
  const daemon = new ScriptedDaemon()
  daemon.open().inOnePiece = Buffer.from([0xff, 0x00, 0x41])
  expect(await daemon.call('session_export', { file })).toEqual(
    expect.objectContaining({ format: 'recording', file, text: '', bytes: 3 }),
  )
  expect(readFileSync(file)).toEqual(Buffer.from([0xff, 0x00, 0x41]))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await daemon.fail('session_export', { file })).toMatchObject({
    message: expect.stringContaining('it is there already'),
    data: { type: 'INVALID_PARAMETER', field: 'file' },
  })
  expect(await daemon.call('session_export', { file: join(folder, 'crash.html') })).toMatchObject({ format: 'html' })
  expect(await daemon.fail('session_export', { file: 'crash.html' })).toMatchObject({ data: { field: 'file' } })
  expect(await daemon.call('session_export', { format: 'recording' })).toMatchObject({
    text: '/wBB',
    encoding: 'base64',
  })
  daemon.open().inOnePiece = Buffer.alloc(4000)
  expect(await daemon.fail('session_export', { session_id: 's2', format: 'html', max_bytes: 1024 })).toMatchObject({
    message: expect.stringContaining('has 4000 bytes: give file'),
    data: { field: 'max_bytes' },
  })
  rmSync(folder, { recursive: true })
})

test('session_export of a daemon without journals: UNSUPPORTED', async () => {
  const daemon = new ScriptedDaemon()
  daemon.open()
  expect((await daemon.fail('session_export')).data).toMatchObject({
    type: 'UNSUPPORTED',
    capability: 'session_export',
  })
})

/** A disk that is full after some bytes, for as long as this runs. */
async function onFullDisk<T>(act: () => Promise<T>): Promise<T> {
  const real = fs.writeFileSync
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation((file) => {
    real(file, 'the beginning')
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  // Modules that were loaded before have the function by its name.
  syncBuiltinESMExports()
  try {
    return await act()
  } finally {
    write.mockRestore()
    syncBuiltinESMExports()
  }
}

test('session_export onto a full disk, or into a folder that is not there: words, and no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-export-'))
  const daemon = new ScriptedDaemon()
  daemon.open().inOnePiece = Buffer.alloc(4000)
  const failed = await onFullDisk(() => daemon.fail('session_export', { file: join(folder, 'crash.html') }))
  expect(failed.message).toMatch(/crash\.html' cannot be written: the disk is full; make room/)
  expect(readdirSync(folder)).toEqual([])
  const lost = await daemon.fail('session_export', { file: join(folder, 'none', 'crash.html') })
  expect(lost.message).toMatch(/cannot be written: there is no such file or folder; check its path/)
  rmSync(folder, { recursive: true })
})
