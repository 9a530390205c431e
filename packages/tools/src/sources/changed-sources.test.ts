import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BreakpointView } from '@dapplex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ScriptedDaemon } from '../../test/scripted/scripted-daemon.js'
import type { SessionSetup } from '../../test/scripted/scripted-session.js'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dapplex-changed-'))
  file = join(folder, 'main.cs')
  await writeFile(file, 'one\ntwo\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase()

/** What is said of the frame and of the breakpoint in `file`. */
async function told(setup: SessionSetup, checksum = { algorithm: 'SHA256', checksum: sha256('one\ntwo\n') }) {
  const breakpoint: BreakpointView = {
    ...{ id: 7, what: 'source', enabled: true, verified: true, hits: 0 },
    ...{ path: file, line: 2 },
  }
  const daemon = new ScriptedDaemon()
  const session = daemon.open({
    ...setup,
    view: {
      breakpoints: [breakpoint],
      capabilities: { supportsDelayedStackTraceLoading: true, supportsLoadedSourcesRequest: true },
      ...setup.view,
    },
    script: {
      loadedSources: { sources: [{ path: file, checksums: [checksum] }] },
      stackTrace: {
        stackFrames: [
          { id: 1, name: 'f', line: 2, column: 1, source: { path: file } },
          { id: 2, name: 'g', line: 1, column: 1, source: { path: join(folder, 'gone.cs') } },
        ],
        totalFrames: 2,
      },
      ...setup.script,
    },
  })
  const { frames } = await daemon.call('stacktrace_get')
  const { breakpoints } = await daemon.call('breakpoint_list')
  expect(frames[1]?.source_changed).toBeUndefined()
  expect(breakpoints[0]?.source_changed).toBe(frames[0]?.source_changed)
  return { isChanged: frames[0]?.source_changed ?? false, asked: session.asked.map(({ command }) => command) }
}

test('by checksum, which is asked for once', async () => {
  const traits = { changedSources: 'checksums' as const }
  const same = await told({ traits })
  expect(same.isChanged).toBe(false)
  expect(same.asked.filter((command) => command === 'loadedSources')).toHaveLength(1)
  expect(await told({ traits }, { algorithm: 'SHA256', checksum: sha256('one\n') })).toMatchObject({ isChanged: true })
  expect(await told({ traits }, { algorithm: 'other', checksum: '00' })).toMatchObject({ isChanged: false })
  expect(await told({ traits, script: { loadedSources: 'silence' } })).toMatchObject({ isChanged: false })
})

test('by time, from the start of the program on', async () => {
  const traits = { changedSources: 'time' as const }
  const { mtimeMs } = await stat(file)
  expect(await told({ traits, view: { programStartedAt: mtimeMs - 1 } })).toMatchObject({ isChanged: true })
  expect(await told({ traits, view: { programStartedAt: mtimeMs } })).toMatchObject({ isChanged: false })
  expect(await told({ traits })).toMatchObject({ isChanged: false })
})

test('where it is not known nothing is said, and nothing asked', async () => {
  const { isChanged, asked } = await told({ view: { programStartedAt: 0 } })
  expect(isChanged).toBe(false)
  expect(asked).not.toContain('loadedSources')
})
