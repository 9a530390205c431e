import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@dapplex/protocol'
import { RecordingWriter } from '@dapplex/recording'
import { afterAll, expect, test, vi } from 'vitest'
import { buildStop } from './build-stop.js'
import { OpenStop } from './open-stop.js'

const folder = mkdtempSync(join(tmpdir(), 'dapplex-build-stop-'))
afterAll(() => rmSync(folder, { recursive: true }))

const facts = {
  ...{ stopId: 1, at: 1, threadId: 1, reason: 'step', description: undefined, text: undefined },
  ...{ breakpointIds: [], allThreadsStopped: true, by: undefined },
}

/** A stop at which each of so many objects, which all were read, holds all others. */
function stopOf(objects: number): OpenStop {
  const stop = new OpenStop(facts)
  const learn = (command: string, args: JsonObject, body: JsonObject) => {
    const message = { type: 'response', success: true, command, body }
    stop.hear({ command, arguments: args }, { kind: 'adapterMessage', message }, () => 1)
  }
  learn('stackTrace', { threadId: 1 }, { stackFrames: [{ id: 1, name: 'main', line: 1, column: 1 }] })
  learn('scopes', { frameId: 1 }, { scopes: [{ name: 'Locals', variablesReference: 100, expensive: false }] })
  const variables = Array.from({ length: objects }, (_, at) => ({
    ...{ name: `n${at}`, value: '{…}', variablesReference: 100 + at },
  }))
  for (let at = 0; at < objects; at += 1) learn('variables', { variablesReference: 100 + at }, { variables })
  return stop
}

test('objects that hold each other are written as often as they are deep, not once for each way to them', () => {
  const writer = new RecordingWriter(join(folder, 'graph.recording'), {
    ...{ session: 's1', adapter: 'x', adapterTitle: 'x', request: 'launch' as const, startedAt: 1 },
  })
  const store = vi.spyOn(writer, 'store')
  const secrets = { mayHide: () => false, redact: (value: unknown) => value }
  const record = buildStop(stopOf(20), { writer, secrets, output: 0, ownFrame: undefined, cut: undefined })
  expect(record.frames[0]?.scopes[0]?.rows).toBeDefined()
  // The frame, and each object once for each depth: there are five million ways.
  expect(store.mock.calls.length).toBeLessThan(1 + 20 * 6)
  writer.close()
})
