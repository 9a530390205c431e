import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  limitsFor,
  readHeader,
  Recording,
  RecordingError,
  RecordingWriter,
  type RecordedStop,
  type WriterLimits,
} from './index.js'
import { bombsOf, damageOf } from '../test/damage.js'

/** A thousand files, some of which unpack to 48 MiB: a slow machine takes its time. */
const LONG = { timeout: 240_000 }

const folder = mkdtempSync(join(tmpdir(), 'recording-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const lastPath = () => join(folder, `${files}.dapplex`)
const newPath = () => {
  files += 1
  return lastPath()
}

const header = { session: 's1', adapter: 'debugpy', adapterTitle: 'debugpy', request: 'launch', startedAt: 1 } as const
const bare = (stopId: number): RecordedStop => ({
  stopId,
  at: stopId,
  threadId: 1,
  reason: 'step',
  breakpointIds: [],
  allThreadsStopped: true,
  stacks: [],
  frames: [],
  output: 0,
})
const row = (name: string, value: string) => ({ row: { name, value } })

/** Stops at which `n` counts up and `padding` stays the same. */
function written(
  stops: number,
  { limits, crashes = [], seen }: { limits?: WriterLimits; crashes?: number[]; seen?: (bytes: number) => void } = {},
) {
  const writer = new RecordingWriter(newPath(), header, limits)
  for (let stopId = 1; stopId <= stops; stopId += 1) {
    const same = writer.store({ rows: [row('padding', 'x'.repeat(500))] }).ref
    const rows = writer.store({ rows: [row('n', String(stopId)), { ...row('same', '{…}'), rows: same }] }).ref
    const frames = [{ threadId: 1, index: 0, scopes: [{ scope: { name: 'Locals' }, rows }] }]
    const reason = crashes.includes(stopId) ? 'exception' : 'step'
    writer.add({ kind: 'stop', ...bare(stopId), reason, frames })
    writer.add({ kind: 'output', at: stopId, category: 'stdout', text: `line ${stopId}\n`, offset: stopId })
    writer.commit()
    seen?.(writer.bytes)
  }
  return writer
}

/** What `n` was at a stop, and whether the value beside it is still whole. */
function seenAt(recording: Recording, stopId: number): unknown {
  const stop = recording.stop(stopId)
  const rows = stop?.rows(stop.record.frames[0]?.scopes[0]?.rows ?? 0)
  const beside = stop?.rows(rows?.rows[1]?.rows ?? 0)
  return [rows?.rows[0]?.row['value'], String(beside?.rows[0]?.row['value']).length]
}

describe('a recording', () => {
  test('is read as it was written, from the file and while it is being written', async () => {
    const writer = written(5)
    expect(seenAt(writer.recording, 5)).toEqual(['5', 500])
    writer.close()
    const read = await Recording.open(writer.path)
    expect(read).toMatchObject({ header, stopIds: [1, 2, 3, 4, 5], damage: undefined })
    expect([1, 5].map((stopId) => seenAt(read, stopId))).toEqual([
      ['1', 500],
      ['5', 500],
    ])
    expect([...read.output()].map(({ text }) => text)).toHaveLength(5)
  })
  test('is read where frames were stored and not packed, and where one is too long for that', async () => {
    const writer = new RecordingWriter(newPath(), header)
    const grown = [10, 100, 20_000].map((length, at) => {
      const before = writer.bytes
      const rows = writer.store({ rows: [row('n', '€'), { ...row('same', 'x'.repeat(length)) }] }).ref
      const frames = [{ threadId: 1, index: 0, scopes: [{ scope: { name: 'Locals' }, rows }] }]
      writer.add({ kind: 'stop', ...bare(at + 1), frames })
      writer.commit('stored')
      return writer.bytes - before
    })
    // 90 characters more take 90 bytes more, but 20,000 do not.
    expect((grown[1] ?? 0) - (grown[0] ?? 0)).toBe(90)
    expect(grown[2]).toBeLessThan(1000)
    writer.close()
    const read = await Recording.open(writer.path)
    expect(read.damage).toBeUndefined()
    expect(read.stopIds.map((stopId) => read.stop(stopId)?.rows(stopId)?.rows[0]?.row['value'])).toEqual([
      '€',
      '€',
      '€',
    ])
    expect(read.stop(3)?.rows(3)?.rows[1]?.row['value']).toHaveLength(20_000)
  })
  test('is readable for its owner alone', () => expect(statSync(written(1).path).mode & 0o777).toBe(0o600))
  test('has a value once, however often it is seen', () => {
    const writer = written(1)
    const before = writer.bytes
    expect(writer.store({ rows: [row('padding', 'x'.repeat(500))] }).bytes).toBe(0)
    expect(writer.bytes).toBe(before)
  })
  test('a later record of a stop takes the place of the earlier', async () => {
    const writer = written(2)
    writer.add({ kind: 'stop', ...bare(1), reason: 'pause' })
    writer.close()
    const read = await Recording.open(writer.path)
    expect(read.stopIds).toEqual([1, 2])
    expect(read.stop(1)?.record.reason).toBe('pause')
  })
})

describe('a recording that is full', () => {
  const limits = { fileBytes: 20_000, partBytes: 2000 }

  test('has at most so many bytes, the newest stops, and the crash stops among the old', async () => {
    let largest = 0
    const writer = written(2000, { limits, crashes: [7, 900], seen: (bytes) => (largest = Math.max(largest, bytes)) })
    expect(largest).toBeLessThanOrEqual(limits.fileBytes)
    expect(largest).toBeGreaterThan(limits.fileBytes * 0.7)
    const { stopIds } = writer.recording
    expect(stopIds.slice(0, 2)).toEqual([7, 900])
    expect(stopIds.at(-1)).toBe(2000)
    expect(stopIds.length + writer.recording.dropped.stops).toBe(2000)
    const left = [...writer.recording.output()].reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0)
    const all = Array.from({ length: 2000 }, (_none, at) => `line ${at + 1}\n`).join('')
    expect(left + writer.recording.dropped.output).toBe(Buffer.byteLength(all))
    for (const stopId of stopIds) expect(seenAt(writer.recording, stopId)).toEqual([String(stopId), 500])
    writer.close()
    const read = await Recording.open(writer.path)
    expect(read.stopIds).toEqual(stopIds)
    expect(read.dropped).toEqual(writer.recording.dropped)
    for (const stopId of stopIds) expect(seenAt(read, stopId)).toEqual([String(stopId), 500])
  })
})

test('a program that stops 100,000 times fills the room of its recording and no more', async () => {
  const limits = limitsFor(2 * 1024 * 1024)
  const writer = new RecordingWriter(newPath(), header, limits)
  let largest = 0
  for (let stopId = 1; stopId <= 100_000; stopId += 1) {
    const same = writer.store({ rows: [row('padding', 'x'.repeat(500))] }).ref
    const rows = writer.store({ rows: [row('n', String(stopId)), { ...row('same', '{…}'), rows: same }] }).ref
    writer.add({
      kind: 'stop',
      ...bare(stopId),
      frames: [{ threadId: 1, index: 0, scopes: [{ scope: { name: 'Locals' }, rows }] }],
    })
    // As the recorder does at a step.
    writer.commit('stored')
    largest = Math.max(largest, writer.bytes)
    if (stopId % 1000 === 0) expect(statSync(writer.path).size).toBe(writer.bytes)
  }
  writer.close()
  expect(largest).toBeLessThanOrEqual(limits.fileBytes)
  expect(statSync(writer.path).size).toBeGreaterThan(limits.fileBytes / 4)
  const read = await Recording.open(writer.path)
  expect(read.damage).toBeUndefined()
  expect(read.stopIds.length + read.dropped.stops).toBe(100_000)
  expect(seenAt(read, 100_000)).toEqual(['100000', 500])
  read.close()
})

test('events of a program that never stops fill no more either', () => {
  const limits = { fileBytes: 400_000, partBytes: 50_000 }
  const writer = new RecordingWriter(newPath(), header, limits)
  for (let at = 0; at < 100_000; at += 1)
    writer.add({
      kind: 'event',
      at,
      stopId: 0,
      event: 'thread',
      about: { threadId: at, name: String((at * 7919) % 10_007) },
    })
  writer.close()
  expect(statSync(writer.path).size).toBeLessThanOrEqual(limits.fileBytes)
  expect([...writer.recording.events()].at(-1)?.at).toBe(99_999)
})

describe('a file that is open', () => {
  const all = (read: Recording) => read.stopIds.map((stopId) => seenAt(read, stopId))

  test('is read to its end though it is removed, and then no longer found', async () => {
    const { path } = written(3)
    const read = await Recording.open(path)
    rmSync(path)
    expect(all(read)).toEqual([1, 2, 3].map((stopId) => [String(stopId), 500]))
    expect(read.allBytes()).toHaveLength(read.bytes)
    expect(read.damage).toBeUndefined()
    read.close()
    expect(() => read.allBytes()).toThrow('ENOENT')
  })
  test('is read as it was though its writer goes on, and then writes it anew without its older half', async () => {
    const limits = { fileBytes: 20_000, partBytes: 2000 }
    const writer = written(3, { limits })
    const read = await Recording.open(writer.path)
    expect(read.hasGrown).toBe(false)
    const before = all(read)
    const stops = (from: number, to: number) => {
      for (let stopId = from; stopId <= to; stopId += 1) {
        writer.add({ kind: 'stop', ...bare(stopId) })
        writer.commit()
      }
    }
    stops(4, 4)
    expect(read.hasGrown).toBe(true)
    stops(5, 400)
    expect(writer.recording.dropped.stops).toBeGreaterThan(3)
    expect(read.stopIds).toEqual([1, 2, 3])
    expect(all(read)).toEqual(before)
    read.close()
  })
  test('that is cut off in place tells what could no longer be read', async () => {
    const { path } = written(80)
    const read = await Recording.open(path)
    truncateSync(path, 2000)
    expect(seenAt(read, 1)).toEqual(['1', 500])
    expect(read.damage).toBeUndefined()
    expect(read.stop(80)).toBeUndefined()
    expect(read.damage).toMatch(/^byte \d+, which could be read before: the file was c/)
  })
})

describe('a damaged file', () => {
  const whole = () => {
    const writer = written(20)
    writer.close()
    return writer.path
  }
  const openText = (bytes: Buffer | string) => {
    const path = newPath()
    writeFileSync(path, bytes)
    return Recording.open(path)
  }

  test('that was cut off is read up to the cut', async () => {
    const path = whole()
    truncateSync(path, statSync(path).size - 3)
    const read = await Recording.open(path)
    expect(read.stopIds).toHaveLength(19)
    expect(read.damage).toContain('the file ends within a frame')
    expect(seenAt(read, 19)).toEqual(['19', 500])
  })
  test('with something else behind it is read up to there', async () => {
    const path = whole()
    appendFileSync(path, 'x'.repeat(100))
    expect((await Recording.open(path)).stopIds).toHaveLength(20)
  })
  test('of 1,000 in many ways is read up to there, or refused in words, and takes no memory', LONG, async () => {
    const bytes = readFileSync(whole())
    const bombs = [5, 16, 48].flatMap(bombsOf)
    const resident: number[] = []
    await fc.assert(
      fc.asyncProperty(damageOf(bytes, bombs), async ({ how, damaged }) => {
        const read = await openText(damaged).catch((error: unknown) => error)
        if (read instanceof Recording) {
          // A cut between two frames leaves a shorter recording, as a kill does.
          if (how !== 'cut' && !damaged.equals(bytes)) expect(read.damage).toBeDefined()
          expect(read.stopIds).toEqual(read.stopIds.map((_stopId, at) => at + 1))
          for (const stopId of read.stopIds) expect(seenAt(read, stopId)).toEqual([String(stopId), 500])
          if (how === 'bomb') expect(read.stopIds).toHaveLength(20)
          read.close()
          expect(['version', 'foreign']).not.toContain(how)
        } else {
          expect(read).toBeInstanceOf(RecordingError)
          if (how === 'version') expect(read).toHaveProperty('message', expect.stringContaining('is of version'))
          if (how === 'foreign') expect(read).toHaveProperty('message', expect.stringContaining('is no recording of'))
        }
        rmSync(lastPath())
        resident.push(process.memoryUsage.rss())
      }),
      { numRuns: 1000 },
    )
    // Flat: the second half of them needs no more than what the first half has left to be used again.
    const most = (all: readonly number[]) => Math.max(...all)
    expect(most(resident.slice(500)) - most(resident.slice(0, 500))).toBeLessThan(64 * 1024 * 1024)
  })
  test.each([
    ['an empty file', '', /is no recording of dapplex/],
    ['another file', '{"transcript":1}\n', /is no recording of dapplex/],
    ['a later version', 'dapplex-recording 7\n', /is of version 7; this dapplex reads version 1/],
    ['a file that ends before its header', 'dapplex-recording 1\n', /is damaged: it ends before its first record/],
  ])('%s is refused in words', async (_, text, words) => {
    await expect(openText(text)).rejects.toThrow(words)
  })
  test('a pipe and a folder are refused in words, and nobody waits for a writer', async () => {
    const pipe = newPath()
    execFileSync('mkfifo', [pipe])
    for (const path of [pipe, folder]) {
      await expect(Recording.open(path)).rejects.toThrow(`${path} is no recording of dapplex: it is not a file`)
      expect(readHeader(path)).toBeUndefined()
    }
  })
  test('a file that is not there is refused in words', async () => {
    await expect(Recording.open(join(folder, 'none'))).rejects.toThrow(/cannot be read: there is no such file/)
  })
  test('a link that leads in a circle is refused in words', async () => {
    const [one, other] = [newPath(), newPath()]
    symlinkSync(one, other)
    symlinkSync(other, one)
    await expect(Recording.open(one)).rejects.toThrow(/cannot be read: its symbolic links lead in a circle/)
  })
})
