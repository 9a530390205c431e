import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DapClient, must, spawnAdapter, type SpawnedAdapter } from '@dapplex/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { replayAdapter } from '../src/index.js'
import { foldRecording } from '../src/in-adapter/recording/fold-recording.js'
import { readEntries } from '../src/in-adapter/recording/read-entries.js'
import type { Exchange, Recording } from '../src/in-adapter/recording/recording.js'

const folder = fileURLToPath(new URL('../../../fixtures/transcripts', import.meta.url))
const transcripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ndjson'))
  .sort()
const READS = new Set(['threads', 'stackTrace', 'scopes', 'variables', 'evaluate', 'exceptionInfo'])

let adapter: SpawnedAdapter | undefined
afterEach(async () => {
  await adapter?.kill()
  adapter = undefined
})

/** A replay in a process of its own, from launch to the answer of configurationDone. */
async function replay(file: string) {
  adapter = await spawnAdapter({ command: process.execPath, args: [must(replayAdapter.entry)] })
  const client = new DapClient(adapter.port, { name: `replay of ${relative(folder, file)}` })
  await client.expectSuccess('initialize', { adapterID: 'replay' })
  const launched = await client.request('launch', { program: file })
  return { client, launched }
}

/** Questions whose answer does not depend on what was changed before: each counts the first time it was asked. */
function firstReads(exchanges: readonly Exchange[]): Exchange[] {
  const seen = new Set<string>()
  return exchanges.filter(({ command, args }) => {
    // An evaluation that never returns changes the stack of its own stop: the replay gives the first, whatever its range.
    const of = command === 'stackTrace' ? { threadId: args['threadId'], startFrame: args['startFrame'] } : args
    const key = JSON.stringify([command, of])
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst && READS.has(command)
  })
}

describe.each(transcripts)('%s', (name) => {
  const file = join(folder, name)
  const recording: Recording = foldRecording(readEntries(readFileSync(file, 'utf8')))

  test('every stop, every recorded read, the end', async () => {
    const { client } = await replay(file)
    await client.waitForEvent('initialized')
    const configured = await client.request('configurationDone')
    expect(configured.success).toBe(recording.refusal === undefined)
    let mark = 0
    for (const [index, stop] of recording.stops.entries()) {
      const stopped = await client.waitForEvent('stopped', () => true, { after: mark })
      expect(stopped.body.threadId).toBe(stop.stopped[0]?.body.threadId)
      const { threads } = await client.expectSuccess('threads')
      expect(threads.map(({ id }) => id)).toContain(stopped.body.threadId)
      for (const { command, args, answer } of firstReads(stop.exchanges)) {
        const response = await client.request(command, args)
        expect({ at: index, command, args, success: response.success }).toEqual({
          at: index,
          command,
          args,
          success: answer.success,
        })
        if (command === 'stackTrace' && answer.success)
          expect(response.body).toMatchObject({ stackFrames: answer.body?.['stackFrames'] })
        else expect(response.body).toEqual(answer.body)
      }
      mark = client.mark()
      await client.expectSuccess(index % 2 === 0 ? 'continue' : 'next', { threadId: 1 })
    }
    await client.waitForEvent('terminated', () => true, { after: mark })
    const exit = recording.ending.find(({ event }) => event === 'exited')
    expect(client.events('exited').map(({ body }) => body)).toEqual(exit === undefined ? [] : [exit.body])
    await client.expectSuccess('disconnect')
    expect(await adapter?.exited).toBe(0)
    expect(client.violations).toEqual([])
  })

  test('what the surface asks at a stop that was looked at: stack, scopes, variables, with and without a range', async () => {
    const { client } = await replay(file)
    await client.request('configurationDone')
    for (const stop of recording.stops) {
      const has = (command: string) => stop.exchanges.some((one) => one.command === command && one.answer.success)
      const threadId = Number(stop.stopped[0]?.body.threadId)
      if (has('stackTrace') && has('scopes') && has('variables')) {
        const { stackFrames } = await client.expectSuccess('stackTrace', { threadId, startFrame: 0, levels: 20 })
        expect(stackFrames.length).toBeGreaterThan(0)
      }
      for (const { command, args, answer } of stop.exchanges) {
        if (command !== 'scopes' || !answer.success) continue
        const { scopes } = await client.expectSuccess('scopes', { frameId: Number(args['frameId']) })
        const isRecorded = (reference: number) =>
          stop.exchanges.some(
            (one) => one.command === 'variables' && one.answer.success && one.args['variablesReference'] === reference,
          )
        for (const { variablesReference } of scopes.filter((scope) => isRecorded(scope.variablesReference))) {
          const whole = await client.expectSuccess('variables', { variablesReference })
          const page = await client.expectSuccess('variables', { variablesReference, start: 0, count: 100 })
          expect(page).toEqual(whole)
        }
      }
      await client.expectSuccess('continue', { threadId })
    }
  })
})

test('a damaged file: the launch fails and names the line and the reason', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'dapplex-replay-'))
  try {
    const file = join(dir, 'cut.ndjson')
    const lines = readFileSync(join(folder, 'debugpy/tour.ndjson'), 'utf8').split('\n')
    writeFileSync(file, [...lines.slice(0, 6), must(lines[6]).slice(0, 40)].join('\n'))
    const { launched } = await replay(file)
    expect(launched).toMatchObject({
      success: false,
      message: expect.stringMatching(/cut\.ndjson is damaged: line 7: not JSON/),
    })
  } finally {
    await rm(dir, { recursive: true })
  }
})

test('a file that is not there: the launch says which', async () => {
  const { launched } = await replay('/nowhere/none.ndjson')
  expect(launched.message).toContain('/nowhere/none.ndjson')
})

test('closing stdin ends the adapter', async () => {
  const { client } = await replay(join(folder, 'debugpy/tour.ndjson'))
  await client.close()
  expect(await adapter?.exited).toBe(0)
})
