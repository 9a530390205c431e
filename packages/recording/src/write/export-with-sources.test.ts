import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { NO_SOURCES, Recording, recordingPage } from '../index.js'
import { DiskSources, recordedSources } from '../page/sources.js'
import { exportWithSources } from './export-with-sources.js'
import { encodeFrame } from '../format/frame.js'
import { madeRecording } from '../../test/made-recording.js'

const folder = mkdtempSync(join(tmpdir(), 'recording-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newPath = (ending: string) => join(folder, `${(files += 1)}.${ending}`)

const redact = (text: string) => (text.includes('hush') ? '[REDACTED]' : text)

/** A recording whose stops stand in line 3 of a source with these lines, exported, and opened where the source is gone. */
async function exported(lines: readonly string[], stops = 3) {
  const source = newPath('py')
  writeFileSync(source, lines.join('\n'))
  const recording = madeRecording(newPath('recording'), stops, { source })
  const bytes = await exportWithSources(recording, { sources: new DiskSources(), redact })
  const path = newPath('recording')
  writeFileSync(path, bytes)
  rmSync(source)
  return { recording, source, path, read: await Recording.open(path) }
}

test('an export carries the lines around its stops, without secrets; the recording itself does not change', async () => {
  const lines = ['first', 'key = "hush"', 'price = 3', ...Array.from({ length: 97 }, (_none, at) => `line ${at + 4}`)]
  const { recording, source, read } = await exported(lines)
  expect(read).toMatchObject({ damage: undefined, stopIds: [1, 2, 3] })
  expect(read.sources.get(source)).toMatchObject({
    total: 100,
    pieces: [{ first: 1, lines: ['first', '[REDACTED]', 'price = 3', ...lines.slice(3, 23)] }],
  })
  expect((await Recording.open(recording.path)).sources.size).toBe(0)
})

test('the page of an export shows the source where the file is gone', async () => {
  const { read } = await exported(['first', 'key = "hush"', 'price = 3', 'last'])
  const page = await recordingPage(read, { sources: recordedSources(read, NO_SOURCES), redact: (text) => text })
  expect(page).toContain('<mark><u>3</u>price = 3\n</mark>')
  expect(page).toContain('<u>2</u>[REDACTED]')
  expect(page).not.toContain('hush')
})

test('an export of an export is the same file', async () => {
  const { path, read } = await exported(['first', 'second', 'third'])
  expect(await exportWithSources(read, { sources: new DiskSources(), redact })).toEqual(readFileSync(path))
})

test('a long line is cut', async () => {
  const { read, source } = await exported(['x'.repeat(5000), 'second', 'third'])
  expect(read.sources.get(source)?.pieces[0]?.lines[0]).toHaveLength(1000)
})

test('lines for which there is no room are left out', async () => {
  const source = newPath('py')
  writeFileSync(source, 'x\n'.repeat(100))
  const recording = madeRecording(newPath('recording'), 2, { source })
  const limits = { sources: new DiskSources(), redact, mostBytes: 50 }
  expect(await exportWithSources(recording, limits)).toEqual(readFileSync(recording.path))
})

test('a record of a kind that this version does not know is passed over', async () => {
  const { path } = await exported(['first', 'second', 'third'])
  const later = encodeFrame([JSON.stringify({ kind: 'profile', samples: [1] })])
  writeFileSync(path, Buffer.concat([readFileSync(path), later]))
  const read = await Recording.open(path)
  expect(read).toMatchObject({ damage: undefined, stopIds: [1, 2, 3] })
  expect(read.sources.size).toBe(1)
})
