import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import type { RecordingWriter } from '@dapplex/recording'
import { must } from '@dapplex/testkit'
import { RecordingFolder } from './recording-folder.js'

const folders: string[] = []
const newFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'recordings-'))
  folders.push(path)
  return path
}
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true })))
const folderOf = (path: string) => new RecordingFolder(path, { log: pino({ level: 'silent' }), isThere: () => false })

function opened(recordings: RecordingFolder, session: string, startedAt = 1): RecordingWriter {
  const writer = recordings.open({ adapter: 'x', adapterTitle: 'x', request: 'launch', session, startedAt })
  if (typeof writer === 'string') throw new Error(writer)
  return writer
}

test('what a killed daemon has left of a recording that it wrote anew is removed with the next session', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'old.recording'), '')
  writeFileSync(join(folder, 'old.recording.new'), 'half')
  opened(folderOf(folder), 's1').close()
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/-s1\.recording$/), 'old.recording'])
})

describe('50 recordings are kept', () => {
  const stop = { at: 1, reason: 'step', breakpointIds: [], allThreadsStopped: true, stacks: [], frames: [], output: 0 }
  const ended = { kind: 'event', at: 1, stopId: 0, event: 'ended', about: {} } as const

  /** Records so many sessions, each a millisecond later than the one before. */
  function recorded(recordings: RecordingFolder, count: number, what: 'stops' | 'no stop' | 'live'): RecordingWriter[] {
    return Array.from({ length: count }, () => {
      sessions += 1
      const writer = opened(recordings, `s${sessions}`, sessions)
      if (what === 'stops') writer.add({ kind: 'stop', stopId: 1, ...stop })
      if (what !== 'live') writer.add(ended)
      writer.commit()
      return writer
    })
  }
  let sessions = 0
  const isThere = ({ path }: RecordingWriter) => existsSync(path)

  test('those of ended sessions without a stop go first, also the youngest of them; then the oldest', () => {
    const recordings = folderOf(newFolder())
    const live = recorded(recordings, 1, 'live')
    const old = recorded(recordings, 30, 'stops')
    const plain = recorded(recordings, 60, 'no stop')
    expect(plain.filter(isThere)).toHaveLength(50 - 31)
    const young = recorded(recordings, 19, 'stops')
    expect([...live, ...old, ...young].every(isThere)).toBe(true)
    expect(plain.filter(isThere)).toEqual([])
    const [youngest] = recorded(recordings, 1, 'stops')
    expect([...live, ...old].map(isThere)).toEqual([false, ...old.map(() => true)])
    expect(isThere(must(youngest))).toBe(true)
    for (const writer of [...live, ...old, ...plain, ...young, must(youngest)]) writer.close()
  })

  test('what a daemon that was killed has left without a stop goes before those with stops', () => {
    const folder = newFolder()
    const left = recorded(folderOf(folder), 1, 'live')
    const recordings = folderOf(folder)
    const all = recorded(recordings, 50, 'stops')
    expect([...left, ...all].map(isThere)).toEqual([false, ...all.map(() => true)])
    for (const writer of [...left, ...all]) writer.close()
  })
})
