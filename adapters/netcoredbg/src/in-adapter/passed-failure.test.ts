import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DapClient } from '@dapplex/testkit'
import { memoryPair } from '@dapplex/transport'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import { expect, onTestFinished, test } from 'vitest'
import { Shim } from './shim.js'

/** No real netcoredbg refuses to go on when it is told to. */
test('in a run of tests a failure that is told already is passed over, and told after all where netcoredbg refuses to go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-passed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [left, client] = memoryPair()
  const [adapter, right] = memoryPair()
  let seq = 0
  let isRefusing = false
  right.onMessage(({ value }) => {
    const { seq: request_seq, command } = value as Dap.Request
    const success = command !== 'continue' || !isRefusing
    const body = command === 'stackTrace' ? { stackFrames: [{ id: 1, name: 'T.A()', line: 4, column: 1 }] } : {}
    right.send({ seq: ++seq, type: 'response', request_seq, command, success, body })
    if (command === 'continue' && success)
      right.send({ seq: ++seq, type: 'event', event: 'continued', body: { threadId: 7 } })
    if (command === 'continue') right.send({ seq: ++seq, type: 'event', event: 'output', body: { output: 'asked\n' } })
  })
  const shim = new Shim(left, { adapter, env: {}, wake: () => undefined })
  const editor = new DapClient(client)
  await editor.request('launch', {
    ...{ program: join(folder, 'a.dll'), inspector: false },
    tests: { progress: join(folder, 'progress') },
  })
  const text = "An exception of type 'Xunit.Sdk.TrueException' occurred in a.dll but was not handled in user code"
  const stop = () =>
    right.send({
      ...{ seq: ++seq, type: 'event', event: 'stopped' },
      body: {
        reason: 'exception',
        threadId: 7,
        text: isAgain ? text : "Exception thrown: 'Xunit.Sdk.TrueException' in a.dll",
      },
    })
  let isAgain = false
  stop()
  await editor.waitForEvent('stopped')
  isAgain = true
  const first = editor.mark()
  stop()
  await editor.waitForEvent('output', undefined, { after: first })
  expect(editor.events('stopped', first)).toEqual([])
  isAgain = false
  stop()
  await editor.waitForEvent('stopped', undefined, { after: first })
  isAgain = true
  isRefusing = true
  const second = editor.mark()
  stop()
  const told = await editor.waitForEvent('stopped', undefined, { after: second })
  expect(told.body).toMatchObject({ reason: 'exception', threadId: 7 })
  await shim.close()
  await editor.close()
})
