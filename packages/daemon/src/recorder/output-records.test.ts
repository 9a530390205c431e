import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { limitsFor, RecordingWriter } from '@dapplex/recording'
import { OutputRecords } from './output-records.js'

const folder = mkdtempSync(join(tmpdir(), 'output-records-'))
afterAll(() => rmSync(folder, { recursive: true }))
const MEGABYTE = 1024 * 1024
const header = { session: 's1', adapter: 'x', adapterTitle: 'x', request: 'launch', startedAt: 1 } as const

/** 8 KiB that cannot be packed to less than half. */
const print = (output: OutputRecords) =>
  output.add({ kind: 'output', seq: 1, at: 1, stopId: 0, category: 'stdout', text: randomBytes(4096).toString('hex') })

test('ten times the room of a recording in output: between two stops it takes 128 KiB, and all together no more than the file may have', () => {
  const path = join(folder, 'one.recording')
  const writer = new RecordingWriter(path, header, limitsFor(MEGABYTE))
  const output = new OutputRecords(writer, { mayHide: () => false, redact: (value) => value })
  for (let printed = 0; printed < 10 * MEGABYTE; printed += 8192) print(output)
  output.flush()
  writer.commit()
  expect(statSync(path).size).toBeLessThan(192 * 1024)
  expect(statSync(path).size).toBeGreaterThan(64 * 1024)
  const sizes: number[] = []
  for (let stop = 0; stop < 160; stop += 1) {
    for (let printed = 0; printed < 64 * 1024; printed += 8192) print(output)
    output.flush()
    writer.commit()
    sizes.push(statSync(path).size)
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MEGABYTE)
  expect(Math.max(...sizes)).toBeGreaterThan(MEGABYTE / 2)
  writer.close()
})
